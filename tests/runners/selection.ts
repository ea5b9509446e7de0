import { existsSync, globSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { StartError } from '../../apps/api/src/platform/start-error.ts';
import { refuseRepeated, parseError } from '../../apps/api/src/operator/command-line.ts';

/** Selected tests as absolute paths; empty: the whole tier. */
export type Selection = {
  readonly vitestFiles: readonly string[];
  readonly playwrightFiles: readonly string[];
  readonly name: string | null;
  readonly isChanged: boolean;
};

export const WHOLE_TIER: Selection = {
  vitestFiles: [],
  playwrightFiles: [],
  name: null,
  isChanged: false,
};

/** Parses the words after `npm test --`. @throws StartError for an unknown word */
export function readSelection(words: readonly string[], folder = process.cwd()): Selection {
  const { values, positionals } = parsed(words);
  if (values.name?.trim() === '')
    throw new StartError('-t takes the name of a test, or a part of it.');
  const files = positionals.flatMap((each) => testFiles(each, folder));
  return {
    vitestFiles: files.filter((file) => !isSpec(file)),
    playwrightFiles: files.filter(isSpec),
    name: values.name ?? null,
    isChanged: values.changed ?? false,
  };
}

function parsed(words: readonly string[]) {
  try {
    const read = parseArgs({
      args: [...words],
      options: { name: { type: 'string', short: 't' }, changed: { type: 'boolean' } },
      allowPositionals: true,
      tokens: true,
    });
    refuseRepeated(read.tokens);
    return read;
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(parseError(error));
  }
}

function testFiles(word: string, folder: string): string[] {
  const full = path.resolve(folder, word);
  if (!existsSync(full)) throw new StartError(`There is no file or folder "${word}".`);
  const found = statSync(full).isDirectory()
    ? globSync('**/*.{test,spec}.{ts,tsx}', { cwd: full, exclude: ['**/node_modules/**'] }).map(
        (file) => path.join(full, file),
      )
    : [full].filter((file) => /\.(test|spec)\.tsx?$/.test(file));
  if (found.length === 0) {
    throw new StartError(
      `"${word}" has no tests: name a *.test.ts or *.spec.ts file, or a folder with some.`,
    );
  }
  return found;
}

function isSpec(file: string): boolean {
  return /\.spec\.tsx?$/.test(file);
}
