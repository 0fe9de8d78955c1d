/** The text of a form's field `name`; empty where there is none. */
export function nameIn(form: HTMLFormElement): string {
  const value = new FormData(form).get('name');
  return typeof value === 'string' ? value : '';
}
