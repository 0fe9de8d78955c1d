/**
 * Every bound of the service in one table. Schemas, documents and tests read it; nothing else repeats a number.
 * Contract limits come from the service interface; the others are ours, and say so.
 */
export const LIMITS = {
  tts: {
    /** Ours: characters of `text` in one request. */
    textLength: { min: 1, max: 200_000 },
    temperature: { min: 0, max: 1, default: 0.7 },
    topP: { min: 0, max: 1, default: 0.7 },
    chunkLength: { min: 100, max: 300, default: 300 },
    minChunkLength: { min: 0, max: 100, default: 50 },
    /** Ours: the contract states no bounds. */
    maxNewTokens: { min: 1, max: 4096, default: 1024 },
    /** Ours: the contract states no bounds. */
    repetitionPenalty: { min: 0.5, max: 3, default: 1.2 },
    earlyStopThreshold: { min: 0, max: 1, default: 1 },
    speed: { min: 0.5, max: 2, default: 1 },
    /** Ours, dB. */
    volume: { min: -40, max: 20, default: 0 },
    /** Ours: speakers in one request. */
    speakers: { max: 16 },
    /** Ours: reference samples of one speaker. */
    referencesPerSpeaker: { max: 8 },
    /** Ours: seeds are unsigned 32-bit. */
    seed: { min: 0, max: 4_294_967_295 },
  },
  voiceDesign: {
    instruction: { min: 1, max: 2000 },
    referenceText: { max: 300 },
    n: { min: 1, max: 4, default: 2 },
    speed: { minExclusive: 0, max: 3, default: 1 },
    numStep: { min: 1, max: 128, default: 32 },
    guidanceScale: { min: 0, default: 2 },
    instructGuidanceScale: { min: 0, default: 0 },
    /** Ours: no phone is drawn out longer than to ten times its length, so that the audio of any request stays bounded. */
    leastRate: 0.1,
    /** Ours: requests at work at once; what comes beyond is answered 429. */
    concurrent: 2,
  },
  /** Seconds of decoded reference audio, and the caps before anything is allocated. */
  reference: { minSeconds: 1, recommendedMin: 10, recommendedMax: 30, maxSeconds: 120, maxBytes: 16 * 1024 * 1024 },
  /** Ours: characters of short strings in a request. */
  strings: { voiceId: 200, transcript: 4000, language: 35, feature: 64, features: 16, instructions: 1000, keyName: 80 },
  /** Ours: the user's own pronunciations, for all that is said. Lengths in characters. */
  lexicon: { entries: 2000, word: 80, pronunciation: 200 },
  /** Ours: the library of saved voices. Lengths in characters, sizes in bytes. */
  voices: {
    title: 200,
    description: 4000,
    tag: 60,
    tags: 32,
    languages: 16,
    consent: 1000,
    samples: 20,
    coverBytes: 8 * 1024 * 1024,
    /** Of one voice: samples and cover together, as they are sent, kept and exported. */
    totalBytes: 64 * 1024 * 1024,
    page: { min: 1, max: 100, default: 10 },
  },
  /**
   * Ours: files of a voice pack, bytes of all, and folders inside its folder. An archive may hold more entries, which are
   * passed over, and may become so many times as large as it is, and some bytes more.
   */
  packs: {
    files: 512,
    bytes: 8 * 1024 ** 3,
    depth: 4,
    /** Bytes of one file that is uploaded, bytes of its name, and parts of that. */
    uploadFileBytes: 4 * 1024 ** 3,
    uploadNameBytes: 512,
    uploadDepth: 6,
    archiveEntries: 20_000,
    archiveRatio: 100,
    archiveSpare: 64 * 1024 * 1024,
  },
  body: {
    jsonBytes: 1024 * 1024,
    msgpackBytes: 32 * 1024 * 1024,
    nesting: 16,
    /** Ours: elements of one MessagePack array or map. */
    collection: 4096,
  },
  server: {
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 60_000,
    stalledWriterMs: 30_000,
    bufferedSeconds: 10,
    /** How long an idle connection is kept for a next request. */
    keepAliveMs: 30_000,
    /** Open sockets; what comes beyond is dropped. */
    connections: 4096,
  },
  /** Speech requests at work, and waiting in all and of one caller; what comes beyond is answered 429. */
  queue: { active: 4, waiting: 64, waitingPerCaller: 32 },
  /** Live streaming: how long a connection may stay silent, and how much text may wait to be spoken. */
  live: { idleMs: 60_000, waitingCharacters: 50_000 },
} as const;
