import { app, dialog, shell, systemPreferences, type Session, type WebContents } from 'electron';
import { APP_ORIGIN, APP_PAGE } from './protocol.ts';
import { say } from './strings.ts';

/** What any page may do in any browser without being asked: write text to the clipboard when a button is pressed. */
const HARMLESS = new Set(['clipboard-sanitized-write']);
/** How Chromium calls reaching 127.0.0.1. What is reached there is bounded by `allowsRequest`. */
const OWN_SERVER = new Set(['loopback-network', 'local-network-access', 'local-network']);

/**
 * Every page of the app, whatever made it: goes nowhere, opens nothing, embeds nothing.
 * @param sources pages that the browser may open when a link to them is pressed: where the known voice packs are from
 */
export function confinePages(base: string, sources: readonly string[]): void {
  const forBrowser = new Set([`${base}/docs`, ...sources]);
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => event.preventDefault());
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      // Only these very addresses are for the browser, so that no page can send anything by one.
      if (forBrowser.has(url)) void shell.openExternal(url);
      return { action: 'deny' };
    });
  });
}

/** Whether the app's pages may ask for this address: their own files, the server of this launch, and what they made. */
export function allowsRequest(url: string, base: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, origin, host } = new URL(url);
  if (protocol === 'blob:' || protocol === 'data:' || protocol === 'devtools:') return true;
  if (protocol === 'app:') return `app://${host}` === APP_ORIGIN;
  return origin === base || origin === base.replace(/^http/, 'ws');
}

/** Permissions and requests of a session: denied, except what the studio needs. */
export function confineSession(session: Session, base: string): void {
  const microphone = new Microphone();
  session.setPermissionRequestHandler((contents, permission, answer, details) => {
    if (!isOurs(details.requestingUrl) || !details.isMainFrame) return answer(false);
    if (HARMLESS.has(permission) || OWN_SERVER.has(permission)) return answer(true);
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : [];
    if (permission !== 'media' || media.length !== 1 || media[0] !== 'audio') return answer(false);
    microphone.ask(contents).then(answer, () => answer(false));
  });
  session.setPermissionCheckHandler((_contents, permission, origin, { isMainFrame, mediaType }) => {
    if (!isOurs(origin) || !isMainFrame) return false;
    if (permission === 'media') return mediaType === 'audio' && microphone.granted;
    return HARMLESS.has(permission) || OWN_SERVER.has(permission);
  });
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !allowsRequest(url, base) }));
}

function isOurs(url: string): boolean {
  return url === APP_ORIGIN || url.startsWith(APP_PAGE);
}

/** Asked for at the first recording of a launch; a no holds until the next recording, a yes until the end. */
class Microphone {
  granted = false;

  async ask(contents: WebContents): Promise<boolean> {
    if (this.granted) return true;
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: say('microphone.ask'),
      detail: say('microphone.why'),
      buttons: [say('microphone.yes'), say('microphone.no')],
      defaultId: 0,
      cancelId: 1,
    });
    if (response !== 0 || contents.isDestroyed()) return false;
    this.granted = process.platform === 'darwin' ? await systemPreferences.askForMediaAccess('microphone') : true;
    return this.granted;
  }
}
