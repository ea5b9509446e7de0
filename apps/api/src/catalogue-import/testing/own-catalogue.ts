import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect } from 'vitest';
import { CatalogueError } from '../../domain/projects/catalogue-files.ts';
import { readCatalogue } from '../read-catalogue.ts';

const REAL = path.join(import.meta.dirname, '../../../../../catalogue');

/** A catalogue of one project for a test file, fresh before each test. */
export async function ownCatalogue() {
  const own = await mkdtemp(path.join(tmpdir(), 'webpay-catalogue-'));
  afterAll(() => rm(own, { recursive: true, force: true }));
  beforeEach(async () => {
    await rm(own, { recursive: true, force: true });
    for (const folder of ['shared', 'poi_mbo']) {
      await cp(path.join(REAL, folder), path.join(own, folder), { recursive: true });
    }
  });
  return {
    own,
    edit: async (file: string, from: string | RegExp, to: string): Promise<void> => {
      const at = path.join(own, file);
      const text = await readFile(at, 'utf8');
      expect(text).toMatch(from);
      await writeFile(at, text.replace(from, to));
    },
    /** The message without lines; `placedTroubleOf` has them. */
    troubleOf: async (): Promise<string> =>
      (await troubleOf(own)).replaceAll(/(\.(?:yaml|json)):\d+/g, '$1'),
    placedTroubleOf: () => troubleOf(own),
  };
}

/** The catalogue's own folder is called `catalogue`. */
async function troubleOf(own: string): Promise<string> {
  try {
    await readCatalogue(own);
  } catch (error) {
    if (error instanceof CatalogueError) return error.message.replaceAll(own, 'catalogue');
    throw error;
  }
  return 'none';
}
