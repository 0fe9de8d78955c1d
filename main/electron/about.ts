import { app, shell } from 'electron';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that say under which terms the program and its parts may be passed on. */
export interface LicenceFiles {
  readonly own: string;
  readonly others: string;
}

/** They lie beside the archive in a release, and in the checkout otherwise. */
export function licenceFiles(root: string): LicenceFiles {
  return app.isPackaged
    ? {
        own: join(process.resourcesPath, 'licences', 'LICENSE.txt'),
        others: join(process.resourcesPath, 'licences', 'third-party-notices.md'),
      }
    : { own: join(root, 'LICENSE'), others: join(root, 'docs', 'third-party-notices.md') };
}

/** The about box: whose it is, and what of others is in it. */
export function showAbout(files: LicenceFiles, icon: string): void {
  const parts = partsOf(readFileSync(files.others, 'utf8'));
  app.setAboutPanelOptions({
    applicationName: 'Dramatis',
    applicationVersion: app.getVersion(),
    copyright: 'Free software under the GNU General Public License, version 3 or later',
    credits: `With ${parts.join(', ')}, Electron (MIT) and Chromium (BSD-3-Clause and others). Help, Licences shows all terms.`,
    iconPath: icon,
  });
  app.showAboutPanel();
}

/** `name (licence)` of each part in the first table of the notices. */
export function partsOf(notices: string): string[] {
  const rows = notices.split('\n## Packages')[0]?.matchAll(/^\| (?!Package \|)[^|]+ \| ([^|]+) \| ([^|]+) \|$/gm) ?? [];
  return [...new Set(Array.from(rows, ([, part, licence]) => `${(part ?? '').trim()} (${(licence ?? '').trim()})`))];
}

/** Opens the notices in whatever the user reads texts with; their folder where nothing does. */
export async function showLicences({ others }: LicenceFiles): Promise<void> {
  const problem = await shell.openPath(others);
  if (problem !== '') shell.showItemInFolder(others);
}
