/** `npx tsx scripts/assemble-fir.ts`: assembles engine/audio/fir.wat into engine/audio/fir-wasm.ts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import wabt from 'wabt';
import { root } from './setup.mjs';

const FOLDER = join(root, 'engine', 'audio');

/** What fir-wasm.ts must hold for the fir.wat that is there. */
export async function assembled(): Promise<string> {
  const features = { simd: true };
  const module = (await wabt()).parseWat('fir.wat', readFileSync(join(FOLDER, 'fir.wat'), 'utf8'), features);
  module.validate();
  const base64 = Buffer.from(module.toBinary({}).buffer).toString('base64');
  const lines = base64.match(/.{1,100}/g)!.map((line) => `  '${line}'`);
  return [
    '/** engine/audio/fir.wat as WebAssembly, base64. Written by scripts/assemble-fir.ts. */',
    `export const FIR_WASM =\n${lines.join(' +\n')};\n`,
  ].join('\n');
}

if (process.argv[1]?.endsWith('assemble-fir.ts')) {
  writeFileSync(join(FOLDER, 'fir-wasm.ts'), await assembled());
}
