declare module 'sherpa-onnx-node' {
  interface Audio {
    readonly samples: Float32Array;
    readonly sampleRate: number;
  }
  interface OfflineTts {
    readonly sampleRate: number;
    generateAsync(request: {
      readonly text: string;
      readonly sid: number;
      readonly speed: number;
      readonly enableExternalBuffer: boolean;
      readonly onProgress: (part: { readonly samples: Float32Array }) => boolean;
    }): Promise<Audio>;
  }
  const sherpa: { readonly OfflineTts: new (config: object) => OfflineTts };
  export default sherpa;
}
