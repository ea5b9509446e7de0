import { RegExpParser, type AST } from '@eslint-community/regexpp';
import { analyse } from 'scslre';
import { CatalogueError } from '../domain/projects/catalogue-files.ts';

/** Patterns of character IDs match input of strangers, so a slow one is refused. */

/** Longest ID of a call, and its characters (packages/contract/src/calls.ts). */
const ID_LENGTH = 32;
const ID_CHARACTERS: readonly string[] = Array.from(
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-',
);

/** Ordinary patterns need a few hundred. */
const MAX_STEPS = 3_000;
/** Ordinary patterns nest a hundred calls. The limit keeps the recursion of `stepsOf` within the size of the stack. */
const MAX_DEPTH = 1_000;
/** Different characters that an attack combines. */
const MAX_KINDS = 6;

/** @throws CatalogueError */
export function checkPattern(folder: string, pattern: string): void {
  const why = slowness(pattern, '') ?? slownessForIds(pattern);
  if (why === null) return;
  const place = { file: `${folder}/project.yaml`, field: 'cid_pattern' };
  throw new CatalogueError({
    ...place,
    why: `${pattern} is slow (${why}): write it without repetitions that can match the same text in several ways`,
  });
}

/** Reason why an expression may be slow; null when it is not. */
export function slowness(source: string, flags: string): string | null {
  const { reports } = analyse({ source, flags }, { maxReports: 1 });
  const [report] = reports;
  if (report === undefined) return null;
  const kind = report.exponential ? 'exponential' : 'more than linear';
  return `${kind} on many ${JSON.stringify(report.character.pick)}`;
}

/**
 * Counts the steps of a backtracking matcher on IDs that almost match. It finds patterns that `slowness` misses: nested
 * bounded repetitions, and attacks that alternate characters. The limit counts steps, so it is the same on every machine.
 */
export function slownessForIds(pattern: string): string | null {
  const syntax = new RegExpParser({ ecmaVersion: 2025 }).parsePattern(pattern);
  const sets = new Map<AST.Node, ReadonlySet<string>>();
  const unknown: string[] = [];
  const look = (node: AST.Node): void => {
    switch (node.type) {
      case 'Pattern':
      case 'Group':
      case 'CapturingGroup':
        node.alternatives.forEach(look);
        break;
      case 'Alternative':
        node.elements.forEach(look);
        break;
      case 'Quantifier':
        look(node.element);
        break;
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass': {
        const one = new RegExp(`^${node.raw}$`);
        sets.set(node, new Set(ID_CHARACTERS.filter((character) => one.test(character))));
        break;
      }
      case 'Assertion':
        if (node.kind === 'start' || node.kind === 'end') break;
        unknown.push(node.raw);
        break;
      default:
        unknown.push(node.raw);
    }
  };
  look(syntax);
  if (unknown.length > 0) return `${unknown.join(' ')} cannot be checked`;
  const kinds = kindsOf([...sets.values()]);
  const text = attacksOf(kinds).find((attack) => stepsOf(syntax, sets, attack) > MAX_STEPS);
  return text === undefined ? null : `more than ${MAX_STEPS} steps for ${text}`;
}

/** One character to represent all those that belong to the same sets. */
function kindsOf(sets: readonly ReadonlySet<string>[]): readonly string[] {
  const kinds = new Map<string, string>();
  for (const character of ID_CHARACTERS) {
    const kind = sets.map((set) => (set.has(character) ? 1 : 0)).join('');
    if (!kinds.has(kind)) kinds.set(kind, character);
  }
  return [...kinds.values()].slice(0, MAX_KINDS);
}

/** IDs that repeat one to three characters, up to the greatest length and half of it, with and without another end. */
function attacksOf(kinds: readonly string[]): readonly string[] {
  const pairs = kinds.flatMap((one) => kinds.map((other) => one + other));
  const triples = pairs.flatMap((pair) => kinds.map((other) => pair + other));
  return [...kinds, ...pairs, ...triples].flatMap((word) => {
    const most = word.repeat(ID_LENGTH).slice(0, ID_LENGTH - 1);
    const half = most.slice(0, ID_LENGTH / 2);
    return ['', ...kinds].flatMap((end) => [most + end, half + end]);
  });
}

/** Steps until the text is matched or refused, or one more than the most. */
function stepsOf(
  syntax: AST.Pattern,
  sets: ReadonlyMap<AST.Node, ReadonlySet<string>>,
  text: string,
): number {
  type Then = (at: number) => boolean;
  let steps = 0;
  let depth = 0;
  const match = (node: AST.Node, at: number, then: Then): boolean => {
    steps += 1;
    if (depth > MAX_DEPTH) steps = MAX_STEPS + 1;
    // Ends the search as a match would.
    if (steps > MAX_STEPS) return true;
    depth += 1;
    const isMatch = matchNode(node, at, then);
    depth -= 1;
    return isMatch;
  };
  const matchNode = (node: AST.Node, at: number, then: Then): boolean => {
    switch (node.type) {
      case 'Pattern':
      case 'Group':
      case 'CapturingGroup':
        return node.alternatives.some((each) => match(each, at, then));
      case 'Alternative':
        return inOrder(node.elements, at, then);
      case 'Quantifier':
        return repeat(node, 0, at, then);
      case 'Assertion':
        return at === (node.kind === 'start' ? 0 : text.length) && then(at);
      default:
        return sets.get(node)?.has(text[at] ?? '') === true && then(at + 1);
    }
  };
  const inOrder = ([first, ...rest]: readonly AST.Node[], at: number, then: Then): boolean =>
    first === undefined ? then(at) : match(first, at, (next) => inOrder(rest, next, then));
  const repeat = (node: AST.Quantifier, done: number, at: number, then: Then): boolean => {
    const again = () =>
      done < node.max &&
      match(node.element, at, (next) => {
        // An optional repetition may not match the empty string: it would repeat for ever.
        if (next === at && done >= node.min) return false;
        return repeat(node, done + 1, next, then);
      });
    if (done < node.min) return again();
    return node.greedy ? again() || then(at) : then(at) || again();
  };
  for (let start = 0; start <= text.length; start += 1) {
    if (match(syntax, start, () => true)) break;
  }
  return steps;
}
