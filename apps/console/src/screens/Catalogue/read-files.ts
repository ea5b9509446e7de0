import { withoutNotes } from '@webpay/contract/console/picture-files';
import { asDataUrl, kindOf } from './read-picture.ts';

/** The server refuses more, too. */
const MAX_BYTES = 1_048_576;
const MAX_FILES = 40;

export type Brought = { readonly path: string; readonly text: string; readonly version?: number };

/** A saved file's name tells its version, so that an import can tell what was changed since: `products.v12.yaml`. */
export const savedName = (path: string, version: number): string =>
  (path.split('/').at(-1) ?? path).replace(/\.(?=[a-z]+$)/, `.v${version}.`);

/** Name and version of a saved file; browsers count copies: `products.v12 (1).yaml`. */
export function nameOf(saved: string): { readonly name: string; readonly version?: number } {
  const found = /^([a-z][a-z0-9_-]{0,40})\.v(\d{1,9})(?: ?\(\d{1,3}\))?(\.[a-z]{3,4})$/.exec(saved);
  if (found === null) return { name: saved };
  const [, name = '', version = '', ending = ''] = found;
  return { name: name + ending, version: Number(version) };
}

/** A file's place in its project: `de.json` is a translation, `gem.webp` a picture. */
export const pathOf = (name: string): string => {
  if (isPicture(name)) return `art/${name}`;
  return /^[a-z]{2,8}\.json$/.test(name) ? `texts/${name}` : name.replace(/\.yml$/, '.yaml');
};
const isPicture = (name: string): boolean => /\.(?:webp|png)$/.test(name);

/** Texts of chosen files; a sentence when they cannot be an import. */
export async function readFiles(files: readonly File[]): Promise<readonly Brought[] | string> {
  if (files.length > MAX_FILES) return `Choose ${MAX_FILES} files at most.`;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > MAX_BYTES) return 'These files have more than 1 MB together.';
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return await Promise.all(
      files.map(async (file) => {
        const { name, ...saved } = nameOf(file.name);
        const text = isPicture(name)
          ? await asPicture(name, file)
          : decoder.decode(await file.arrayBuffer());
        return { path: pathOf(name), text, ...saved };
      }),
    );
  } catch {
    return 'A file is no text in UTF-8, or cannot be read.';
  }
}

/** The picture without a camera's or a program's notes, which every player could read. */
async function asPicture(name: string, file: File): Promise<string> {
  const kind = kindOf(name);
  return asDataUrl(kind, withoutNotes(kind, new Uint8Array(await file.arrayBuffer())));
}
