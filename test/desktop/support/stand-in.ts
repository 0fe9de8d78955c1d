import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Electron's binary carries its fuses behind this word: a version, their number, and a sign for each. */
const FUSES = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 8]),
  // As Electron is delivered: what a release must change is set the other way.
  Buffer.from('10110011'),
]);
const PLIST =
  '<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>CFBundleName</key><string>Electron</string></dict></plist>';

/**
 * A folder that has the shape of an Electron distribution for Linux and macOS, without the program: enough for
 * electron-builder to put an application together around it, with nothing downloaded.
 */
export function writeElectronStandIn(folder: string): void {
  const put = (path: string, content: string | Buffer = ''): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  put('electron', FUSES);
  put('locales/en-US.pak');
  put('resources/.keep');
  const contents = 'Electron.app/Contents';
  put(`${contents}/Info.plist`, PLIST);
  put(`${contents}/MacOS/Electron`);
  put(`${contents}/Resources/en.lproj/locale.pak`);
  put(`${contents}/Frameworks/Electron Framework.framework/Electron Framework`, FUSES);
  put(`${contents}/Frameworks/Electron Framework.framework/Resources/en.lproj/locale.pak`);
  put(`${contents}/Frameworks/Electron Helper.app/Contents/Info.plist`, PLIST);
  put(`${contents}/Frameworks/Electron Helper.app/Contents/MacOS/Electron Helper`);
}
