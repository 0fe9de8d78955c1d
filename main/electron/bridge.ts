/**
 * What the preload script offers the studio's page as `window.dramatis`: what a page cannot do itself, and no more.
 * Types alone, shared by the preload script and the main process.
 */
export interface DesktopBridge {
  /** The key of this launch. */
  readonly token: string;
  /** Address of the server, as `http://127.0.0.1:8757`. */
  readonly base: string;
  /** Shows a file or folder of the data folder, or one that the user picked, in the platform's file manager. */
  readonly reveal: (path: string) => Promise<void>;
  /** The platform's own dialog; full path of a scene, or null when the user leaves it. */
  readonly pickFile: () => Promise<string | null>;
  readonly pickSave: (name: string) => Promise<string | null>;
  /** To be called in `dragstart`: lets an exported file be dropped into another program. */
  readonly dragOut: (path: string) => void;
  /** Frame, menus and dialogs follow the theme of the studio. */
  readonly setTheme: (theme: Theme) => void;
  /** A secret that the studio must read back, kept encrypted by the platform; null where there is none. */
  readonly readSecret: (name: string) => Promise<string | null>;
  /** `value` null forgets it. */
  readonly writeSecret: (name: string, value: string | null) => Promise<void>;
  /** What the menu and the platform ask of the studio. What was asked before anyone listened is not lost. */
  readonly onAsk: (listener: (ask: Ask) => void) => void;
}

export type Theme = 'system' | 'light' | 'dark';

export type Ask =
  /** Run the studio's command of this id. */
  | { readonly kind: 'command'; readonly id: string }
  /** Open the scene at this full path. */
  | { readonly kind: 'open'; readonly path: string }
  /** Ask for a place (`pickSave`) and write the scene there. */
  | { readonly kind: 'saveTo' };

/** Names of the messages between the preload script and the main process. */
export const CHANNEL = {
  session: 'dramatis:session',
  reveal: 'dramatis:reveal',
  pickFile: 'dramatis:pick-file',
  pickSave: 'dramatis:pick-save',
  dragOut: 'dramatis:drag-out',
  theme: 'dramatis:theme',
  readSecret: 'dramatis:read-secret',
  writeSecret: 'dramatis:write-secret',
  ask: 'dramatis:ask',
} as const;

/** What the page learns at its start. */
export interface Session {
  readonly token: string;
  readonly base: string;
}
