/**
 * Packages the application around a folder that stands in for Electron, and looks at what came out. Nothing is
 * downloaded. The programs of the package then run in plain Node, out of reach of this checkout's own packages.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll, getRawHeader, listPackage, statFile } from '@electron/asar';
import { FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses';
import type { Configuration } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildIfStale } from '../../scripts/build.mjs';
import { root } from '../../scripts/setup.mjs';
import { writeElectronStandIn } from './support/stand-in.ts';

interface ConfigModule {
  readonly getConfig: (root: string, path: string | null, options: object | null) => Promise<Configuration>;
  readonly validateConfiguration: (config: object, debug: object) => Promise<void>;
}
interface PlistModule {
  readonly parse: (text: string) => Record<string, unknown>;
}
const require = createRequire(import.meta.url);
const { getConfig, validateConfiguration } = require('app-builder-lib/out/util/config/config.js') as ConfigModule;
const { parse } = require('plist') as PlistModule;
/** electron-builder.yml, as electron-builder reads it. */
const readConfig = async (): Promise<Configuration> => getConfig(root, null, null);

const folder = mkdtempSync(join(tmpdir(), 'dramatis-package-'));
const linux = join(folder, 'release', 'linux-unpacked');
const resources = join(linux, 'resources');
const asar = join(resources, 'app.asar');
const macContents = join(folder, 'release', 'mac-arm64', 'Dramatis.app', 'Contents');
let files: string[] = [];

beforeAll(async () => {
  await buildIfStale();
  writeElectronStandIn(join(folder, 'electron'));
  // The command line, as `npm run package:dir` uses it; two systems, because each shows something that the other has not.
  const options = ['--linux', 'dir:x64', '--mac', 'dir:arm64', `-c.electronDist=${join(folder, 'electron')}`];
  const command = [join(root, 'node_modules', 'electron-builder', 'cli.js'), ...options];
  const built = spawn(process.execPath, [...command, `-c.directories.output=${join(folder, 'release')}`], {
    cwd: root,
    env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false' },
  });
  let said = '';
  for (const stream of [built.stdout, built.stderr]) stream.on('data', (part) => (said += String(part)));
  const [code] = (await once(built, 'close')) as [number];
  if (code !== 0) throw new Error(said);
  files = listPackage(asar, { isPack: false }).map((path) => path.replaceAll('\\', '/').slice(1));
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const has = (path: string): boolean => files.includes(path);
const under = (prefix: string): string[] => files.filter((path) => path.startsWith(prefix));
const isUnpacked = (path: string): boolean => {
  const entry = statFile(asar, path);
  return 'unpacked' in entry && entry.unpacked && existsSync(join(`${asar}.unpacked`, path));
};

describe('the configuration', () => {
  const silent = { isEnabled: false, add: () => undefined };

  test("is what electron-builder's schema has", async () => {
    const config = await readConfig();
    expect(config).toMatchObject({ appId: 'app.dramatis.studio', asar: true, publish: null });
    await validateConfiguration(config, silent);
    await expect(validateConfiguration({ ...config, asarUnpacked: [] }, silent)).rejects.toThrow('asarUnpacked');
  });

  test('names installers for each system, and pictures that are there', async () => {
    const config = await readConfig();
    expect(config).toMatchObject({
      linux: { target: ['AppImage', 'deb'] },
      mac: { target: [{ target: 'dmg', arch: 'universal' }], hardenedRuntime: true },
      win: { target: [{ target: 'nsis', arch: 'x64' }] },
    });
    for (const name of [
      'icon.icns',
      'icon.ico',
      'scene.icns',
      'scene.ico',
      'voice.icns',
      'voice.ico',
      'icons/512x512.png',
    ])
      expect(existsSync(join(root, 'build', name)), name).toBe(true);
    for (const name of ['entitlements.mac.plist', 'entitlements.mac.inherit.plist']) {
      const rights = parse(readFileSync(join(root, 'build', name), 'utf8'));
      expect(rights['com.apple.security.cs.allow-jit']).toBe(true);
      expect(rights['com.apple.security.device.audio-input'] ?? false).toBe(!name.includes('inherit'));
      expect(Object.keys(rights).join()).not.toMatch(/disable-library-validation|allow-dyld|get-task-allow/);
    }
  });
});

describe('the archive', () => {
  test('holds the bundles, and package.json with where they begin', () => {
    for (const path of ['main/electron.js', 'engine/entry.js', 'preload/preload.cjs', 'renderer/index.html'])
      expect(has(`dist/${path}`), path).toBe(true);
    const { main } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { main: string };
    expect(has(main)).toBe(true);
  });

  test.each([
    'test/',
    'docs/',
    'scripts/',
    'engine/',
    'renderer/',
    'main/',
    'models/training/',
    '.git',
    'node_modules/.',
  ])('holds nothing of %s', (prefix) => expect(under(prefix)).toEqual([]));

  test('holds no tools, no source maps, and of the packages of the studio only their licences', () => {
    for (const name of ['vite', 'vitest', 'typescript', 'electron', 'electron-builder', 'playwright', 'eslint'])
      expect(under(`node_modules/${name}/`), name).toEqual([]);
    expect(files.filter((path) => /\.(map|d\.ts)$/.test(path))).toEqual([]);
    for (const name of ['react', 'react-dom', '@codemirror/view', 'wavesurfer.js'])
      expect(
        under(`node_modules/${name}/`).filter((path) => /\.[a-z]?js$/.test(path)),
        name,
      ).toEqual([]);
    expect(has('node_modules/react/LICENSE')).toBe(true);
  });

  test('leaves out what native code must open itself', () => {
    const pack = JSON.parse(readFileSync(join(root, 'models', 'starter', 'pack.json'), 'utf8')) as {
      files: Record<string, unknown> | readonly { readonly path: string }[];
    };
    const names = under('models/starter/').filter((path) => path.endsWith('.onnx'));
    expect(names.length).toBeGreaterThan(2);
    expect(JSON.stringify(pack)).toContain(names[0]!.slice('models/starter/'.length));
    for (const path of [...under('models/'), ...under('build/shell/')])
      if (/\.\w+$/.test(path)) expect(isUnpacked(path), path).toBe(true);
    expect(under('build/shell/').filter((path) => path.endsWith('.png'))).toHaveLength(6);
  });

  test('brings the inference of its own system, and of no other', () => {
    const bin = 'node_modules/onnxruntime-node/bin/napi-v6';
    const binaries = under(`${bin}/`).filter((path) => /\.(node|so|dylib|dll)/.test(path));
    expect(binaries.map((path) => path.slice(bin.length + 1)).sort()).toEqual([
      'linux/x64/libonnxruntime.so.1',
      'linux/x64/onnxruntime_binding.node',
    ]);
    for (const path of binaries) expect(isUnpacked(path)).toBe(true);
  });

  test('is known by its hash to the application that loads it', () => {
    const plist = parse(readFileSync(join(macContents, 'Info.plist'), 'utf8'));
    const { headerString } = getRawHeader(join(macContents, 'Resources', 'app.asar'));
    expect(plist['ElectronAsarIntegrity']).toEqual({
      'Resources/app.asar': { algorithm: 'SHA256', hash: createHash('sha256').update(headerString).digest('hex') },
    });
  });
});

describe('the application', () => {
  test('has licences beside it', () => {
    expect(readFileSync(join(resources, 'licences', 'LICENSE.txt'), 'utf8')).toContain('GNU GENERAL PUBLIC LICENSE');
    expect(readFileSync(join(resources, 'licences', 'third-party-notices.md'), 'utf8')).toContain('onnxruntime-node');
  });

  test.each([
    ['Linux', join(linux, 'dramatis')],
    ['macOS', join(folder, 'release', 'mac-arm64', 'Dramatis.app')],
  ])('for %s cannot be turned into a Node, be inspected, or load another program', async (_, program) => {
    const wire = await getCurrentFuseWire(program);
    expect(wire.version).toBe(FuseVersion.V1);
    const state = (fuse: FuseV1Options): string => String.fromCharCode(Number(wire[fuse]));
    expect({
      RunAsNode: state(FuseV1Options.RunAsNode),
      NodeOptions: state(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      CliInspect: state(FuseV1Options.EnableNodeCliInspectArguments),
      AsarIntegrity: state(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
      OnlyAsar: state(FuseV1Options.OnlyLoadAppFromAsar),
      Cookies: state(FuseV1Options.EnableCookieEncryption),
      FileProtocol: state(FuseV1Options.GrantFileProtocolExtraPrivileges),
    }).toEqual({
      RunAsNode: '0',
      NodeOptions: '0',
      CliInspect: '0',
      AsarIntegrity: '1',
      OnlyAsar: '1',
      Cookies: '1',
      FileProtocol: '0',
    });
  });

  test('for macOS says what it opens, and why it wants the microphone', () => {
    const plist = parse(readFileSync(join(macContents, 'Info.plist'), 'utf8'));
    expect(plist).toMatchObject({
      CFBundleIdentifier: 'app.dramatis.studio',
      CFBundleURLTypes: [{ CFBundleURLSchemes: ['dramatis'] }],
      CFBundleDocumentTypes: [
        { CFBundleTypeExtensions: ['dramatis'] },
        { CFBundleTypeExtensions: ['dramatis-voice'], CFBundleTypeRole: 'Viewer' },
      ],
    });
    expect(plist['NSMicrophoneUsageDescription']).toContain('stays on this computer');
  });

  test('speaks: its server and its engine run in plain Node', async () => {
    const app = join(folder, 'app');
    extractAll(asar, app);
    const server = spawn(
      process.execPath,
      [join(app, 'dist', 'main', 'headless.js'), '--port', '0', '--data', join(folder, 'data')],
      {
        cwd: folder,
        env: { PATH: process.env['PATH'], DRAMATIS_API_KEY: 'key' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    try {
      const url = await addressOf(server);
      const spoken = await fetch(`${url}/v1/tts`, {
        method: 'POST',
        headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
        body: JSON.stringify({ text: 'The package speaks.', format: 'pcm', sample_rate: 16_000 }),
      });
      expect(spoken.status).toBe(200);
      const samples = new Int16Array(await spoken.arrayBuffer());
      expect(samples.length / 16_000).toBeGreaterThan(0.6);
      expect(Math.max(...samples)).toBeGreaterThan(1000);
      const page = await fetch(url);
      expect(await page.text()).toContain('<title>Dramatis</title>');
    } finally {
      server.kill('SIGKILL');
    }
  }, 120_000);
});

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  let output = '';
  for await (const part of stdout!) {
    output += String(part);
    const url = /Listening on (\S+)/.exec(output)?.[1];
    if (url) return url;
  }
  throw new Error(`It ended without an address:\n${output}`);
}
