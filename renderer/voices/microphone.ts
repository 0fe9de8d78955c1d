/** Records from the microphone, as it is: no gain control, no noise gate, which would change the voice. */
export interface Recording {
  /** Peak of the last moment, 0 to 1. */
  level(): number;
  /** Ends the recording, once; its bytes are of whatever kind the browser records. */
  stop(): Promise<ArrayBuffer>;
}

/** @throws DOMException when there is no microphone, or it may not be used */
export async function record(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  });
  const context = new AudioContext();
  const meter = context.createAnalyser();
  meter.fftSize = 2048;
  context.createMediaStreamSource(stream).connect(meter);
  const window = new Float32Array(meter.fftSize);
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.start();
  const end = async (): Promise<ArrayBuffer> => {
    const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
    recorder.stop();
    await ended;
    for (const track of stream.getTracks()) track.stop();
    await context.close();
    return new Blob(parts).arrayBuffer();
  };
  let ending: Promise<ArrayBuffer> | null = null;
  return {
    level: () => {
      meter.getFloatTimeDomainData(window);
      return window.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
    },
    stop: () => (ending ??= end()),
  };
}
