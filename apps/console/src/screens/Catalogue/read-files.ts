/** The server refuses more, too. */
const MOST_BYTES = 1_048_576;
const MOST_FILES = 40;

export type Brought = { readonly path: string; readonly text: string };

/** A file's place in its project: `de.json` is a translation. */
export const pathOf = (name: string): string =>
  /^[a-z]{2,8}\.json$/.test(name) ? `texts/${name}` : name.replace(/\.yml$/, '.yaml');

/** Texts of chosen files; a sentence when they cannot be an import. */
export async function readFiles(files: readonly File[]): Promise<readonly Brought[] | string> {
  if (files.length > MOST_FILES) return `Choose ${MOST_FILES} files at most.`;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > MOST_BYTES) return 'These files have more than 1 MB together.';
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return await Promise.all(
      files.map(async (file) => {
        const text = decoder.decode(await file.arrayBuffer());
        return { path: pathOf(file.name), text };
      }),
    );
  } catch {
    return 'A file is no text in UTF-8, or cannot be read.';
  }
}
