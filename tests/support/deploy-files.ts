import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { parseAllDocuments } from 'yaml';

export const DEPLOY = path.join(import.meta.dirname, '../../deploy');

/** The files of `deploy` by name. */
export const deployFiles = (): ReadonlyMap<string, string> =>
  new Map(
    globSync('**/*', { cwd: DEPLOY, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => path.join(each.parentPath, each.name))
      .map((file) => [path.relative(DEPLOY, file), readFileSync(file, 'utf8')]),
  );

/** Runs a program that reads such files, in `cwd`. Without the program the test is skipped by its name. */
export function runIfInstalled(
  skip: (why?: string) => never,
  program: string,
  words: readonly string[],
  cwd = DEPLOY,
) {
  const { error, status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8' });
  if (error !== undefined) skip(`${program} is not installed`);
  return { status, said: `${stdout}${stderr}` };
}

type Tree = { readonly [name: string]: unknown };

/** The documents of a YAML text. @throws Error for a mistake in it */
export function yamlOf(text: string): readonly Tree[] {
  return parseAllDocuments(text, { merge: true }).map((document) => {
    const [mistake] = [...document.errors, ...document.warnings];
    if (mistake !== undefined) throw mistake;
    // Verified edge: every document of these files is a mapping.
    return document.toJS() as Tree;
  });
}

/** `a.b` of a tree. @throws Error for a name that is not there */
export function at(tree: unknown, dotted: string): unknown {
  return dotted.split('.').reduce((inner: unknown, name) => {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, name)) {
      throw new Error(`there is no ${dotted}`);
    }
    return Object.entries(inner).find(([key]) => key === name)?.[1];
  }, tree);
}

const RANGE = /\{\{- range \$(\w+), \$(\w+) := \.Values\.([\w.]+) \}\}([\s\S]*?)\n\{\{- end \}\}/g;
const VALUE = /\{\{ (.+?) \}\}/g;

/**
 * Fills the few forms of Helm's templates that the chart uses: a range over a mapping, a value, toJson.
 * @throws Error for any other form, and for a value that is not there
 */
export function fillTemplate(template: string, values: unknown): string {
  const fill = (text: string, names: Tree): string =>
    text.replaceAll(VALUE, (whole, expression: string) => {
      const [, json, tree, dotted = ''] =
        /^(toJson )?(?:\$?\.(Values)\.|\$)([\w.]+)$/.exec(expression) ?? [];
      if (dotted === '') throw new Error(`${whole} is no known form`);
      const found = at(tree === undefined ? names : values, dotted);
      return json === undefined ? String(found) : JSON.stringify(found);
    });
  const flat = template.replaceAll(
    RANGE,
    (_, key: string, each: string, dotted: string, body: string) =>
      Object.entries(v.parse(v.record(v.string(), v.unknown()), at(values, dotted)))
        .map(([name, its]) => fill(body, { [key]: name, [each]: its }))
        .join(''),
  );
  return fill(flat, {});
}
