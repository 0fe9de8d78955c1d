import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { snippet } from '../../../renderer/settings/snippets.ts';

const request = {
  method: 'POST',
  path: '/v1/tts',
  model: 's2.1-pro',
  body: { text: `It's "late", said \\ Ada.\nYes.`, reference_id: null, normalize: true, format: 'wav' },
} as const;
const base = 'http://127.0.0.1:4711';

describe('a request to copy', () => {
  it('as curl is one command whose words a shell reads as they were meant', () => {
    const command = snippet('curl', base, request).replace(/^curl/, 'printf "%s\\n---\\n"');
    const words = execFileSync('sh', ['-c', command], {
      env: { DRAMATIS_API_KEY: 'dk_secret' },
      encoding: 'utf8',
    }).split('\n---\n');
    expect(words.slice(0, 3)).toEqual(['-X', 'POST', `${base}/v1/tts`]);
    expect(words).toContain('Authorization: Bearer dk_secret');
    expect(JSON.parse(words[words.indexOf('-d') + 1]!)).toEqual(request.body);
    expect(words.slice(-3, -1)).toEqual(['-o', 'speech.wav']);
  });

  it('as JavaScript sends the same body', () => {
    const text = snippet('javascript', base, request);
    const body = /JSON\.stringify\(([\s\S]*)\),\n\}\);/.exec(text)?.[1] ?? '';
    expect(JSON.parse(body)).toEqual(request.body);
    expect(text).toContain("writeFile('speech.wav'");
  });

  it('as Python writes its own None and True', () => {
    const text = snippet('python', base, request);
    expect(text).toContain('"reference_id": None, "normalize": True');
    expect(text).toContain('open("speech.wav", "wb")');
  });

  it('that leaves the format to the service is written to the kind of file that comes', () => {
    const text = snippet('python', base, { ...request, body: { text: 'Hello.' } });
    expect(text).toContain('open("speech.mp3", "wb")');
  });

  it('without a body has none', () => {
    const text = snippet('curl', base, { method: 'GET', path: '/v1/models', model: null, body: null });
    expect(text).not.toContain('-d');
    expect(text).not.toContain('-X');
  });
});
