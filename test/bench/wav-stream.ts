/** Reads a WAV file as it comes in. */
export class WavStream {
  private head = Buffer.alloc(0);
  private byteRate = 0;
  /** Bytes of samples so far. */
  dataBytes = 0;

  /** Takes the next bytes; the header may lie across several. */
  push(bytes: Uint8Array): void {
    if (this.byteRate > 0) {
      this.dataBytes += bytes.length;
      return;
    }
    this.head = Buffer.concat([this.head, bytes]);
    for (let at = 12; at + 8 <= this.head.length;) {
      const id = this.head.toString('latin1', at, at + 4);
      if (id === 'data') {
        this.byteRate = this.head.readUInt32LE(this.head.indexOf('fmt ', 0, 'latin1') + 16);
        this.dataBytes = this.head.length - at - 8;
        return;
      }
      const size = this.head.readUInt32LE(at + 4);
      at += 8 + size + (size & 1);
    }
  }

  get hasSamples(): boolean {
    return this.dataBytes > 0;
  }

  /** Seconds of audio so far. */
  get seconds(): number {
    return this.byteRate > 0 ? this.dataBytes / this.byteRate : 0;
  }
}
