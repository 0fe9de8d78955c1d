const GRAPHS = ['text_conditioner', 'mimi_encoder', 'flow_lm_main', 'flow_lm_flow', 'mimi_decoder'];

/**
 * Pocket's fixture as a pack with the family's own names: the files' names, and where each lies below the folder of fixtures. `voice`:
 * the name of its recording; `graphs`: what stands before the names of its graphs.
 */
export const pocketFiles = (voice: string, graphs = ''): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(GRAPHS.map((name) => [`${graphs}${name}.onnx`, `pocket/${name}.onnx`])),
  'tokenizer.model': 'pocket/tokenizer.model',
  [voice]: 'pocket/voice.wav',
});
