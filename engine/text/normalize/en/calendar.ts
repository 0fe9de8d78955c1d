/** Names of months and weekdays, and how they are abbreviated. */
export const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const SHORT_MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Pattern of a month's name: "January", "JANUARY", "january" (not "may" and "march"), "Jan", "Jan.", "Sept.". */
export const MONTH = String.raw`(?:${[
  ...MONTHS.flatMap((m) => [capital(m), m.toUpperCase(), ...(m === 'may' || m === 'march' ? [] : [m])]),
  'Sept',
  'SEPT',
  ...SHORT_MONTHS.flatMap((m) => [capital(m), m.toUpperCase()]),
].join('|')})\b`;

/** A month of MONTH as its full name. */
export function monthName(written: string): string {
  const lower = written.toLowerCase();
  return MONTHS.find((month) => month.startsWith(lower.slice(0, 3))) ?? lower;
}

/** The month of a number, 1 to 12; null for other numbers. */
export function monthOf(number: string): string | null {
  return MONTHS[Number(number) - 1] ?? null;
}

export const SHORT_WEEKDAY = '(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)';

export function weekdayName(written: string): string {
  const lower = written.toLowerCase();
  return WEEKDAYS.find((day) => day.startsWith(lower.slice(0, 3))) ?? lower;
}
