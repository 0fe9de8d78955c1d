/** Line icons of 16 by 16, drawn for this studio; decoration only, so their buttons carry the words. */
const PATHS = {
  play: 'M4.5 2.8v10.4a.6.6 0 0 0 .9.5l8.3-5.2a.6.6 0 0 0 0-1L5.4 2.3a.6.6 0 0 0-.9.5z',
  pause: 'M4 3h2.6v10H4zM9.4 3H12v10H9.4z',
  stop: 'M3.5 3.5h9v9h-9z',
  start: 'M3 3h1.8v10H3zM13 3.2v9.6a.5.5 0 0 1-.8.4L6 8.4a.5.5 0 0 1 0-.8l6.200-4.800a.5.5 0 0 1 .8.4z',
} as const;
const STROKES = {
  search: 'M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zm3.300-1.200L14 14',
  export: 'M8 10V2m0 0L5 5m3-3 3 3M2.500 9.500v3a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-3',
  download: 'M8 2v8m0 0L5 7m3 3 3-3M2.500 10.500v2a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-2',
  folder: 'M2 4.500a1 1 0 0 1 1-1h3l1.500 1.700H13a1 1 0 0 1 1 1v6.300a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1z',
  lock: 'M4.500 7.500V5.500a3.500 3.500 0 0 1 7 0v2M3.500 7.500h9v6h-9z',
  trash: 'M3 4.500h10M6.500 4.500v-2h3v2M4.500 4.500l.6 9h5.800l.6-9',
  add: 'M8 3v10M3 8h10',
  close: 'M3.500 3.500l9 9m0-9l-9 9',
  down: 'M4 6l4 4 4-4',
  warn: 'M8 2.500 14 13.500H2zM8 6.500v3.200M8 11.700v.1',
  again: 'M13 8a5 5 0 1 1-1.500-3.600M13 2.500V5h-2.500',
  theme: 'M8 2.200a5.800 5.800 0 1 0 0 11.600zM8 2.200a5.800 5.800 0 0 1 0 11.600',
  minus: 'M3 8h10',
  settings:
    'M2 4.500h6.500m3.500 0h2M2 11.500h2m3.500 0H14M8.500 4.500a1.750 1.750 0 1 0 3.500 0 1.750 1.750 0 0 0-3.500 0zM4 11.500a1.750 1.750 0 1 0 3.500 0 1.750 1.750 0 0 0-3.500 0z',
  star: 'M8 2l1.800 3.900 4.200.500-3.100 2.900.800 4.200L8 11.400 4.300 13.500l.800-4.200L2 6.400l4.200-.500z',
  voice:
    'M8 2.200a2.200 2.200 0 0 0-2.200 2.200v3.200a2.200 2.200 0 0 0 4.400 0V4.400A2.200 2.200 0 0 0 8 2.200zM3.500 7.500a4.500 4.500 0 0 0 9 0M8 12v2',
  ear: 'M5 6.500a3.300 3.300 0 0 1 6.600 0c0 2.200-1.800 2.600-2.300 4-.4 1.200-.8 2.500-2.200 2.500A2 2 0 0 1 5.200 11M6.800 6.700a1.500 1.500 0 0 1 3 0',
} as const;

export type IconName = keyof typeof PATHS | keyof typeof STROKES;

export function Icon({ name }: { readonly name: IconName }) {
  const filled = name in PATHS;
  const d = filled ? PATHS[name as keyof typeof PATHS] : STROKES[name as keyof typeof STROKES];
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      {filled ? (
        <path d={d} fill="currentColor" />
      ) : (
        <path d={d} fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" strokeLinejoin="round" />
      )}
    </svg>
  );
}
