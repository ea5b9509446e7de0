import ts from '@typescript/typescript6';

/**
 * A comment without its marks. `lines` counts lines with text; consecutive line comments are one.
 */
export type Comment = {
  readonly line: number;
  readonly text: string;
  readonly lines: number;
  readonly isInFunction: boolean;
};

/** The opening literal of a call of `test`, `it` or `describe`. */
export type Title = { readonly line: number; readonly text: string };

export type Prose = {
  readonly comments: readonly Comment[];
  readonly titles: readonly Title[];
  readonly identifiers: readonly { readonly line: number; readonly name: string }[];
};

type Found = Comment & { readonly endLine: number; readonly isAlone: boolean };

const TITLED = new Set(['test', 'it', 'describe']);

/** Comments, test titles and identifiers of a TypeScript or JavaScript source. */
export function proseOfScript(file: string, text: string): Prose {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number): number =>
    tree.getLineAndCharacterOfPosition(position).line + 1;
  const found = new Map<number, Found>();
  const titles: Title[] = [];
  const identifiers: { line: number; name: string }[] = [];

  const visit = (node: ts.Node, isInFunction: boolean): void => {
    if (ts.isIdentifier(node)) identifiers.push({ line: lineAt(node.getStart()), name: node.text });
    if (ts.isCallExpression(node)) {
      const title = titleOf(node);
      if (title !== null) titles.push({ line: lineAt(node.getStart()), text: title });
    }
    const children = node.getChildren();
    if (children.length === 0 && !ts.isJsxText(node)) {
      const ranges = [
        ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
        ...(ts.getTrailingCommentRanges(text, node.pos) ?? []),
      ];
      for (const { pos, end } of ranges) {
        const plain = withoutMarks(text.slice(pos, end));
        const lineStart = text.lastIndexOf('\n', pos - 1) + 1;
        found.set(pos, {
          line: lineAt(pos),
          endLine: lineAt(end),
          text: plain.join(' '),
          lines: plain.length,
          isInFunction,
          isAlone: text.startsWith('//', pos) && text.slice(lineStart, pos).trim() === '',
        });
      }
    }
    const isBody = ts.isFunctionLike(node.parent) && ts.isBlock(node);
    for (const child of children) {
      // A JSDoc node repeats a comment as syntax.
      if (!ts.isJSDoc(child)) visit(child, isInFunction || isBody);
    }
  };
  for (const child of tree.getChildren()) visit(child, false);
  const inOrder = [...found.entries()].toSorted(([one], [other]) => one - other);
  return { comments: joined(inOrder.map(([, comment]) => comment)), titles, identifiers };
}

/** Comments of CSS and SQL (block comments, and `--` in SQL) or of shell and YAML (`#`). */
export function commentsOfText(file: string, text: string): Comment[] {
  const pattern = file.endsWith('.css')
    ? /\/\*[\s\S]*?\*\//g
    : file.endsWith('.sql')
      ? /'[^'\n]*'|\/\*[\s\S]*?\*\/|--.*/g
      : /'[^'\n]*'|"[^"\n]*"|(?<=^|\s)#(?!!).*/gm;
  const found = [...text.matchAll(pattern)].flatMap(({ 0: raw, index }) => {
    if (/^['"]/.test(raw)) return [];
    const before = text.slice(0, index);
    const line = before.split('\n').length;
    const plain = withoutMarks(raw);
    const isAlone = !raw.startsWith('/*') && /(^|\n)[ \t]*$/.test(before);
    const endLine = line + raw.split('\n').length - 1;
    return [
      { line, endLine, text: plain.join(' '), lines: plain.length, isInFunction: false, isAlone },
    ];
  });
  return joined(found);
}

function joined(found: readonly Found[]): Comment[] {
  const groups: Found[] = [];
  for (const comment of found) {
    const last = groups.at(-1);
    if (last?.isAlone && comment.isAlone && comment.line === last.endLine + 1) {
      groups[groups.length - 1] = {
        ...last,
        endLine: comment.endLine,
        text: `${last.text} ${comment.text}`,
        lines: last.lines + comment.lines,
      };
    } else groups.push(comment);
  }
  return groups;
}

function withoutMarks(raw: string): string[] {
  return raw
    .replace(/^(\/\*+|\/\/|--|#+)/, '')
    .replace(/\*+\/$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*(?=\s|$)/, '').trim())
    .filter((line) => line !== '');
}

/** `test('…')`, `it.each(rows)('…')`, `test.describe('…')`; null for any other call. */
function titleOf(call: ts.CallExpression): string | null {
  let callee: ts.Expression = call.expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) {
    callee = callee.expression;
  }
  if (!ts.isIdentifier(callee) || !TITLED.has(callee.text)) return null;
  let first: ts.Expression | undefined = call.arguments[0];
  while (first !== undefined && ts.isBinaryExpression(first)) first = first.left;
  if (first === undefined) return null;
  if (ts.isStringLiteralLike(first)) return first.text;
  return ts.isTemplateExpression(first) ? first.head.text : null;
}
