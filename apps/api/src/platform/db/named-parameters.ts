/** A text with $1, $2 … for PostgreSQL, and the names of these parameters in order. */
export type Compiled = { readonly text: string; readonly names: readonly string[] };

// Tokens in which a colon or a dollar sign is no parameter; the order matters.
const SKIPPED: readonly RegExp[] = [
  /--[^\n]*/y,
  // An escape string, in which a backslash may precede a quote.
  /(?<![\w$\u0080-\uffff])[eE]'(?:[^'\\]|\\.|'')*'/sy,
  /'(?:[^']|'')*'/y,
  /"(?:[^"]|"")*"/y,
  /\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$.*?\$\1\$/sy,
  /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y,
  // A cast, and the sign between a named argument of a function and its value.
  /::|:=/y,
];
const PARAMETER = /:([A-Za-z_]\w*)/y;
const POSITION = /\$\d+/y;
const SPACE = /\s+/y;
/** The last character of an operand: a colon after one in square brackets separates slice bounds. */
const OPERAND_END = /[\w$"'\])\u0080-\uffff]/;

/**
 * Replaces each `:name` by $1, $2 …, numbered by first use. In square brackets `a[1:n]` is a slice;
 * a parameter there follows a bracket, a comma or an operator: `a[:index]`, `a[1 : :last]`.
 * @throws when the text contains `$1`, or an unterminated quote or comment
 */
export function compileParameters(sql: string): Compiled {
  const names: string[] = [];
  const brackets: string[] = [];
  let text = '';
  let last = '';
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(sql);
  };
  while (at < sql.length) {
    const comment = sql.startsWith('/*', at) ? blockComment(sql, at) : null;
    const space = comment ?? take(SPACE)?.[0];
    if (space !== undefined) {
      text += space;
      at += space.length;
      continue;
    }
    const skipped = SKIPPED.map(take).find((hit) => hit !== null)?.[0];
    const isSlice = brackets.at(-1) === '[' && OPERAND_END.test(last);
    const name = skipped !== undefined || isSlice ? undefined : take(PARAMETER)?.[1];
    if (name !== undefined) {
      if (!names.includes(name)) names.push(name);
      text += `$${names.indexOf(name) + 1}`;
      last = name;
      at += name.length + 1;
      continue;
    }
    const piece = skipped ?? sql.charAt(at);
    if (skipped === undefined) refuseStray(piece, at, take(POSITION)?.[0]);
    if (piece === '(' || piece === '[') brackets.push(piece);
    if (piece === ')' || piece === ']') brackets.pop();
    text += piece;
    // A line comment counts as space.
    if (!piece.startsWith('--')) last = piece.at(-1) ?? '';
    at += piece.length;
  }
  return { text, names };
}

/** Block comments nest in PostgreSQL. */
function blockComment(sql: string, start: number): string {
  let depth = 0;
  for (const hit of sql.slice(start).matchAll(/\/\*|\*\//g)) {
    depth += hit[0] === '/*' ? 1 : -1;
    if (depth === 0) return sql.slice(start, start + hit.index + 2);
  }
  throw new Error(`the comment at ${start} does not end`);
}

function refuseStray(piece: string, at: number, position: string | undefined): void {
  if (position !== undefined) throw new Error(`${position} has no name`);
  if (`'"$`.includes(piece)) throw new Error(`the quote at ${at} does not end`);
}
