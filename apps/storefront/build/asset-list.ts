import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest, ManifestChunk } from 'vite';
import type { Assets, ScreenAssets } from '../src/app/document/assets.ts';
import { LANGUAGES } from '../src/i18n/languages.ts';
import { compileCatalogue } from './catalogues.ts';

/** Writes the renderer's asset list: start scripts, and each screen's chunks and inlined css. */
export async function writeAssetList(client: string, server: string): Promise<void> {
  const text = await readFile(join(client, '.vite/manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  const boot = chunkOf(manifest, 'src/app/boot/boot.ts');
  if ((boot.imports ?? []).length > 0) {
    throw new Error(`the boot script waits for ${boot.imports?.join(', ')}: it must stand alone`);
  }
  const main = await assetsOf(manifest, 'src/app/main.tsx', client, new Set());
  const mainChunks = new Set(chunkNames(manifest, 'src/app/main.tsx'));

  const screens: Record<string, ScreenAssets> = {};
  for (const source of Object.keys(manifest)) {
    const name = /^src\/screens\/(\w+)(?:\/Screen)?\.tsx$/.exec(source)?.[1];
    if (name) screens[name] = await assetsOf(manifest, source, client, mainChunks);
  }
  const assets: Assets = { boot: `/${boot.file}`, main, screens, texts: await writeTexts(client) };
  await writeFile(join(server, 'assets.json'), JSON.stringify(assets));
}

/** Writes each language's texts as data. @returns addresses by language */
async function writeTexts(client: string): Promise<Record<string, string>> {
  const entries = LANGUAGES.map(async ({ code }) => {
    const texts = JSON.stringify(compileCatalogue(code));
    const hash = createHash('sha256').update(texts).digest('base64url').slice(0, 8);
    const file = `assets/texts-${code}-${hash}.json`;
    await writeFile(join(client, file), texts);
    return [code, `/${file}`] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

function chunkOf(manifest: Manifest, name: string): ManifestChunk {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`the build's manifest does not name ${name}`);
  return chunk;
}

/** Lists a chunk and all its imports, the chunk first. */
function chunkNames(manifest: Manifest, start: string): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const imported of chunkOf(manifest, name).imports ?? []) visit(imported);
  };
  visit(start);
  return [...found];
}

async function assetsOf(
  manifest: Manifest,
  start: string,
  client: string,
  alreadyThere: ReadonlySet<string>,
): Promise<ScreenAssets> {
  const chunks = chunkNames(manifest, start).filter((name) => !alreadyThere.has(name));
  const files = chunks.map((name) => chunkOf(manifest, name));
  // Orders a chunk's css after that of its imports, as the browser would load it.
  const cssFiles = [...new Set(files.toReversed().flatMap((chunk) => chunk.css ?? []))];
  const texts = await Promise.all(cssFiles.map((file) => readFile(join(client, file), 'utf8')));
  return {
    scripts: files.map((chunk) => `/${chunk.file}`),
    cssFiles: cssFiles.map((file) => `/${file}`),
    css: texts.map((text) => text.trim()).join('\n'),
  };
}
