// Runs before the first paint, so that a dark studio does not flash white.
try {
  const { theme, language } = JSON.parse(localStorage.getItem('dramatis.settings') || '{}');
  if (theme) document.documentElement.dataset.theme = theme;
  if (language) document.documentElement.lang = language;
} catch {
  // The defaults stand.
}
