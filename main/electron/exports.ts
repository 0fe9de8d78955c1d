import { Notification, shell, type BrowserWindow } from 'electron';
import { say } from './strings.ts';
import type { ExportStatus } from './studio-server.ts';

const EVERY_MS = 500;

export interface ExportWatchOptions {
  readonly status: (id: string) => Promise<ExportStatus>;
  readonly window: () => BrowserWindow | null;
  /** Told when the first export begins and when the last one ends. */
  readonly onBusy: (busy: boolean) => void;
}

/**
 * Follows the exports that the studio starts: progress on the window's icon, and a notification at the end for whoever
 * looks elsewhere by then.
 */
export class ExportWatch {
  private readonly followed = new Set<string>();
  private readonly running = new Set<string>();
  private stopped = false;

  constructor(private readonly options: ExportWatchOptions) {}

  get busy(): boolean {
    return this.running.size > 0;
  }

  /** To be told every address that the studio's page has asked for. */
  async saw(url: string): Promise<void> {
    const id = /\/app\/exports\/([\w-]+)$/.exec(new URL(url).pathname)?.[1];
    if (id === undefined || this.followed.has(id)) return;
    this.followed.add(id);
    this.running.add(id);
    this.options.onBusy(true);
    try {
      await this.follow(id);
    } finally {
      this.running.delete(id);
      if (!this.busy) {
        this.show(-1);
        this.options.onBusy(false);
      }
    }
  }

  stop(): void {
    this.stopped = true;
  }

  private async follow(id: string): Promise<void> {
    while (!this.stopped) {
      const status = await this.options.status(id);
      if (status.state !== 'running') {
        this.tell(status);
        return;
      }
      this.show(status.progress);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }

  /** @param progress 0 to 1; -1: none */
  private show(progress: number): void {
    const window = this.options.window();
    if (window && !window.isDestroyed()) window.setProgressBar(progress);
  }

  private tell({ state, folder, message }: ExportStatus): void {
    const looking = this.options.window()?.isFocused() ?? false;
    if (looking || state === 'cancelled' || !Notification.isSupported()) return;
    const done = state === 'done';
    const notification = new Notification({
      title: say(done ? 'export.done' : 'export.failed'),
      body: done ? folder : (message ?? ''),
    });
    if (done) notification.on('click', () => shell.showItemInFolder(folder));
    notification.show();
  }
}
