import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  IMAGE_CODE_ALPHABET,
  IMAGE_CODE_LENGTH,
  plainImageCode,
} from '../../apps/api/src/domain/access/image/code.ts';
import { ATTACKS } from './attacks.ts';
import { PAGE_MODES, readPictures } from './tesseract.ts';

/** Shares of images read correctly, 0–1. */
export type Outcome = {
  /** By preparation, then by page mode in the order of `PAGE_MODES`. */
  readonly ways: readonly { readonly name: string; readonly shares: readonly number[] }[];
  readonly best: number;
  /** Share of the most frequent reading with the length of a code. */
  readonly vote: number;
  /** Share read by any way; an attacker with one attempt cannot select it. */
  readonly any: number;
};

/** Draws each code, prepares the image in every way and reads it in every mode. */
export async function attackPictures(
  codes: readonly string[],
  draw: (code: string) => Buffer,
  folder: string,
): Promise<Outcome> {
  await mkdir(folder, { recursive: true });
  const pictures = codes.map(draw);
  const ways: { name: string; shares: readonly number[] }[] = [];
  const readings = codes.map((): string[] => []);
  for (const [index, attack] of ATTACKS.entries()) {
    const files = await Promise.all(
      pictures.map(async (picture, at) => {
        const file = path.join(folder, `${index}-${at}.png`);
        await writeFile(file, await attack.prepare(picture));
        return file;
      }),
    );
    const inModes = await Promise.all(
      PAGE_MODES.map((mode) => readPictures(files, mode, IMAGE_CODE_ALPHABET, folder)),
    );
    for (const read of inModes) {
      for (const [at, text] of read.entries()) readings[at]?.push(text);
    }
    const shares = inModes.map((read) =>
      shareOf(codes, (code, at) => isSame(read[at] ?? '', code)),
    );
    ways.push({ name: attack.name, shares });
  }
  return {
    ways,
    best: Math.max(...ways.flatMap(({ shares }) => shares)),
    vote: shareOf(codes, (code, at) => isSame(mostRead(readings[at] ?? []), code)),
    any: shareOf(codes, (code, at) => (readings[at] ?? []).some((text) => isSame(text, code))),
  };
}

function isSame(read: string, code: string): boolean {
  return plainImageCode(read) === plainImageCode(code);
}

function shareOf(codes: readonly string[], isRight: (code: string, at: number) => boolean): number {
  return codes.filter(isRight).length / codes.length;
}

function mostRead(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) {
    if (text.length === IMAGE_CODE_LENGTH) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most?.[0] ?? '';
}
