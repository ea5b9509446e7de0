import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from '@typescript/typescript6';

const ROOT = path.join(import.meta.dirname, '../..');

export type Source = { readonly file: string; readonly tree: ts.SourceFile };

/** What ships, as syntax: no tests and nothing that only they use. */
export function shippedSources(pattern: string): Source[] {
  return globSync(pattern, { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
    .toSorted()
    .map((file) => sourceOf(file, readFileSync(path.join(ROOT, file), 'utf8')));
}

export function sourceOf(file: string, text: string): Source {
  return { file, tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) };
}

/** Every node below, this one too. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* nodesOf(child);
}

export function placeOf({ file, tree }: Source, node: ts.Node): string {
  return `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

/** The innermost function around a node; null: it runs when its module is loaded. */
export function functionAround(node: ts.Node): ts.Node | null {
  for (let at: ts.Node | undefined = node.parent; at !== undefined; at = at.parent) {
    if (ts.isFunctionLike(at)) return at;
  }
  return null;
}

/** `const makeIt = (…) => …` and `function makeIt(…)`; null for one without a name. */
export function nameOf(made: ts.Node): string | null {
  if (ts.isFunctionDeclaration(made)) return made.name?.text ?? null;
  const { parent } = made;
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name.text : null;
}
