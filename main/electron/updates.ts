import { net, Notification, shell } from 'electron';
import { z } from 'zod';
import { say } from './strings.ts';

const Release = z.object({ tag_name: z.string(), html_url: z.url({ protocol: /^https$/ }) });

/**
 * Asks once whether there is a newer release, and tells. Only called when the user has turned it on; nothing is sent but
 * the question, and nothing is downloaded.
 * @param releases address of the latest release, as GitHub's API answers it
 * @param version of this program, as `1.2.3`
 */
export async function lookForUpdate(releases: string, version: string): Promise<void> {
  const response = await net.fetch(releases, { headers: { accept: 'application/vnd.github+json' } });
  if (!response.ok) return;
  const { tag_name, html_url } = Release.parse(await response.json());
  if (!isNewer(tag_name.replace(/^v/, ''), version) || !Notification.isSupported()) return;
  const notification = new Notification({ title: say('update.found'), body: tag_name });
  notification.on('click', () => void shell.openExternal(html_url));
  notification.show();
}

/** Whether version `a` comes after `b`, both as `1.2.3`. A version that cannot be read is not newer. */
export function isNewer(a: string, b: string): boolean {
  const parse = (text: string): number[] | null => /^(\d+)\.(\d+)\.(\d+)$/.exec(text)?.slice(1).map(Number) ?? null;
  const [left, right] = [parse(a), parse(b)];
  if (!left || !right) return false;
  const at = left.findIndex((number, i) => number !== right[i]);
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0);
}
