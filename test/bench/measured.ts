/** One text spoken once by one system. Times in ms from the moment it was asked. */
export interface Measured {
  readonly firstByteMs: number;
  /** The first sample of sound, after the header of the file. */
  readonly firstSampleMs: number;
  readonly totalMs: number;
  /** Seconds of audio, as far as it was read. */
  readonly audioSeconds: number;
}

/** Something that can be asked to speak. `whole`: to the end; otherwise it may be stopped after the first sample. */
export interface Speaker {
  readonly name: string;
  speak(text: string, whole: boolean): Promise<Measured>;
  /** Processor seconds spent so far. */
  cpuSeconds(): number;
  /** Peak memory in MiB since it began, or of its largest run. */
  peakMemory(): number;
}
