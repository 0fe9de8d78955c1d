/** Server-sent events of a finished stream, their data read as JSON. */
export function readEvents(text: string): { event: string; data: Record<string, unknown> }[] {
  return text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
      return { event: field('event') || 'message', data: JSON.parse(field('data')) as Record<string, unknown> };
    });
}
