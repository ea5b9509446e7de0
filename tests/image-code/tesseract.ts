import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../../apps/api/src/platform/start-error.ts';

const run = promisify(execFile);

/** Page modes: one line, one word, a raw line, a block. */
export const PAGE_MODES = [7, 8, 13, 6] as const;

const PAGE_ENDS = '\f';

/** Version, such as "tesseract 5.3.0". */
export async function findTesseract(): Promise<string> {
  try {
    const { stdout } = await run('tesseract', ['--version']);
    return stdout.split('\n')[0] ?? '';
  } catch {
    throw new StartError(
      'tesseract is not installed, and the proof is that it cannot read the pictures: install it (Debian: apt-get install tesseract-ocr) and run this again.',
    );
  }
}

/** Tesseract's readings of the files, restricted to these characters. */
export async function readPictures(
  files: readonly string[],
  mode: number,
  alphabet: string,
  folder: string,
): Promise<readonly string[]> {
  const list = path.join(folder, `list-${mode}.txt`);
  await writeFile(list, files.join('\n'));
  const { stdout } = await run(
    'tesseract',
    [list, '-', '--psm', String(mode), '-c', `tessedit_char_whitelist=${alphabet}`],
    { env: { ...process.env, OMP_THREAD_LIMIT: '1' }, maxBuffer: 16_000_000 },
  );
  const pages = stdout.split(PAGE_ENDS).slice(0, files.length);
  if (pages.length !== files.length) {
    throw new Error(`tesseract gave ${pages.length} pages for ${files.length} pictures`);
  }
  return pages.map((page) => page.replaceAll(/[^0-9A-Za-z]/g, ''));
}
