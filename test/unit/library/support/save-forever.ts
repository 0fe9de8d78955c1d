/** Saves one voice after the other into the folder that it is given, and tells each id when the voice is kept. For a test that kills it. */
import { VoiceCard } from '../../../../engine/contract/voice-card.ts';
import { VoiceLibrary } from '../../../../main/library/voices/index.ts';

const library = new VoiceLibrary(process.argv[2]!);
const audio = new Uint8Array(200_000).fill(7);
audio.set(Buffer.from('RIFF....WAVE', 'latin1'));
const card = VoiceCard.parse({ speaker: { mix: { ada: 1 } } });
for (let n = 0; ; n++) {
  const { id } = await library.create(
    {
      title: `Voice ${n}`,
      description: '',
      tags: [],
      languages: [],
      visibility: 'private',
      favourite: false,
      author: { id: 'k', name: 'Key' },
      origin: { kind: 'edited', from: null },
      imported: null,
      consent: null,
      cover: null,
      samples: [{ title: 'One', text: '', kind: 'made', audio }],
      card,
    },
    new Date(),
  );
  await library.update(id, { title: `Voice ${n}, renamed`, favourite: true }, new Date());
  process.stdout.write(`${id}\n`);
}
