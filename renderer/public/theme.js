// Runs before the first paint, so that a dark studio does not flash white. store/settings.ts goes on from here.
let theme = 'system';
try {
  const kept = JSON.parse(localStorage.getItem('dramatis.settings') || '{}');
  if (kept.theme) theme = kept.theme;
  if (kept.language) document.documentElement.lang = kept.language;
} catch {
  // The defaults stand.
}
const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
document.documentElement.dataset.theme = theme === 'light' || theme === 'dark' ? theme : system;
