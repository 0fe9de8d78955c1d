import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DramatisError } from '../../engine/contract/errors.ts';
import { TakeInfo, TakeKey } from '../../engine/contract/scene.ts';
import { writeDurably } from './projects/durable.ts';

const WAV_HEADER = 44;

/** Audio of takes: `takes/ab/<key>.wav` with the times of its words in `<key>.json` beside it. Mono, 16 bit. */
export class Takes {
  constructor(private readonly folder: string) {}

  /** @throws DramatisError invalid_parameter */
  private pathOf(key: string): { folder: string; wav: string; info: string } {
    if (!TakeKey.safeParse(key).success)
      throw new DramatisError('invalid_parameter', 'key: it must be the name of a take.');
    const folder = join(this.folder, key.slice(0, 2));
    return { folder, wav: join(folder, `${key}.wav`), info: join(folder, `${key}.json`) };
  }

  async put(key: string, info: TakeInfo, samples: Uint8Array): Promise<void> {
    const { folder, wav, info: infoPath } = this.pathOf(key);
    await mkdir(folder, { recursive: true });
    await writeDurably(infoPath, `${JSON.stringify(info)}\n`);
    const file = new Uint8Array(WAV_HEADER + samples.byteLength);
    file.set(wavHeader(info.sampleRate, samples.byteLength));
    file.set(samples, WAV_HEADER);
    await writeDurably(wav, file);
  }

  /** null when it is not there. */
  async get(key: string): Promise<{ info: TakeInfo; samples: Uint8Array } | null> {
    const { wav, info } = this.pathOf(key);
    try {
      const [file, text] = await Promise.all([readFile(wav), readFile(info, 'utf8')]);
      return {
        info: TakeInfo.parse(JSON.parse(text)),
        samples: new Uint8Array(file.buffer, file.byteOffset + WAV_HEADER, file.byteLength - WAV_HEADER),
      };
    } catch {
      return null;
    }
  }
}

/** RIFF WAVE, PCM, mono, 16 bit. */
function wavHeader(rate: number, bytes: number): Uint8Array {
  const header = Buffer.alloc(WAV_HEADER);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(bytes, 40);
  return header;
}
