import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from '@typescript/typescript6';

const ROOT = path.join(import.meta.dirname, '../..');

export type Source = { readonly file: string; readonly tree: ts.SourceFile };

/** Syntax trees of the product, without tests and test support. */
export function shippedSources(pattern: string): Source[] {
  return globSync(pattern, { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
    .toSorted()
    .map((file) => sourceOf(file, readFileSync(path.join(ROOT, file), 'utf8')));
}

export function sourceOf(file: string, text: string): Source {
  return { file, tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) };
}

/** A node and all below it. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* nodesOf(child);
}

export function placeOf({ file, tree }: Source, node: ts.Node): string {
  return `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

/** The innermost function around a node; null at the module's top level. */
export function functionAround(node: ts.Node): ts.Node | null {
  for (let at: ts.Node | undefined = node.parent; at !== undefined; at = at.parent) {
    if (ts.isFunctionLike(at)) return at;
  }
  return null;
}

/** Name of `const makeIt = (…) => …` or `function makeIt(…)`; null without one. */
export function nameOf(made: ts.Node): string | null {
  if (ts.isFunctionDeclaration(made)) return made.name?.text ?? null;
  const { parent } = made;
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name.text : null;
}
