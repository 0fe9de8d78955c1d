import { z } from 'zod';
import type { Session } from './bridge.ts';

/** What the shell needs of an export's status (main/library/exports). */
const ExportStatus = z.object({
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  progress: z.number(),
  folder: z.string(),
  message: z.string().nullable(),
});
export type ExportStatus = z.output<typeof ExportStatus>;

const Projects = z.object({ recent: z.array(z.object({ path: z.string(), title: z.string() })) });
export type RecentScene = z.output<typeof Projects>['recent'][number];

const Voice = z.object({ title: z.string() });
const Problem = z.object({ message: z.string() });

/** The shell asks the server as the page does: over HTTP, with the key of this launch. */
export class StudioServer {
  constructor(private readonly session: Session) {}

  async exportStatus(id: string): Promise<ExportStatus> {
    return ExportStatus.parse(await this.get(`/app/exports/${encodeURIComponent(id)}`));
  }

  /** Scenes that were open lately and are still there, the last one first. */
  async recentScenes(): Promise<readonly RecentScene[]> {
    return Projects.parse(await this.get('/app/projects')).recent;
  }

  /**
   * Takes a voice into the library.
   * @returns its title
   * @throws Error with what is wrong with the file, in a sentence
   */
  async importVoice(bundle: Uint8Array<ArrayBuffer>): Promise<string> {
    const { base, token } = this.session;
    const response = await fetch(`${base}/model/file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: bundle,
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(Problem.parse(answer).message);
    return Voice.parse(answer).title;
  }

  private async get(path: string): Promise<unknown> {
    const { base, token } = this.session;
    const response = await fetch(base + path, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`${path}: the server answered ${response.status}`);
    return await response.json();
  }
}
