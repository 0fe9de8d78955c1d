import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Errors {
  readonly words: number;
  readonly errors: number;
}

export const NO_ERRORS: Errors = { words: 0, errors: 0 };
export const plus = (a: Errors, b: Errors): Errors => ({ words: a.words + b.words, errors: a.errors + b.errors });
export const percentOf = ({ words, errors }: Errors): number => (100 * errors) / Math.max(words, 1);

/** One pocketsphinx in a process of its own, which is asked file by file (models/training/evaluate/listen.py). */
export class Listener {
  private readonly folder = mkdtempSync(join(tmpdir(), 'dramatis-listen-'));
  private readonly process: ChildProcessWithoutNullStreams;
  private readonly asked: ((errors: Errors | null) => void)[] = [];
  private asking = 0;
  private ended = false;

  constructor(root: string) {
    this.process = spawn('python3', ['-m', 'evaluate.listen'], { cwd: join(root, 'models', 'training') });
    this.process.stderr.resume();
    createInterface({ input: this.process.stdout }).on('line', (line) => {
      const { words, errors } = JSON.parse(line) as Errors;
      this.asked.shift()?.({ words, errors });
    });
    this.process.once('close', () => {
      this.ended = true;
      for (const answer of this.asked.splice(0)) answer(null);
    });
    this.process.stdin.on('error', () => undefined);
  }

  /** What was heard wrong of one utterance; null where pocketsphinx is not installed. */
  async hear(wav: Uint8Array, text: string): Promise<Errors | null> {
    if (this.ended) return null;
    const file = join(this.folder, `${this.asking++}.wav`);
    writeFileSync(file, wav);
    const answer = new Promise<Errors | null>((resolve) => this.asked.push(resolve));
    this.process.stdin.write(`${JSON.stringify({ id: '', wav: file, text })}\n`);
    const errors = await answer;
    rmSync(file, { force: true });
    return errors;
  }

  close(): void {
    this.process.stdin.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
