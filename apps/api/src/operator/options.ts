import { parseArgs } from 'node:util';
import { StartError } from '../platform/start-error.ts';

/** Nine digits: more than any machine makes of anything. */
const MOST = 999_999_999;
const NEGATIVE = /^-\d/;

/**
 * The `--name value` options of a command; what it does not know is said in one sentence.
 * @param repeated those that may come again, each with all its values
 */
export function readOptions<Name extends string, Many extends string = never>(
  names: readonly Name[],
  repeated: readonly Many[] = [],
  args: readonly string[] = process.argv.slice(2),
): Readonly<Partial<Record<Name, string>> & Record<Many, readonly string[]>> {
  try {
    const { values, tokens } = parseArgs({
      args: withNegatives(names, args),
      options: Object.fromEntries([
        ...names.map((name) => [name, { type: 'string' }] as const),
        ...repeated.map((name) => [name, { type: 'string', multiple: true }] as const),
      ]),
      tokens: true,
    });
    refuseTwice(tokens, repeated);
    const given = names.flatMap((name) => {
      const value = values[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const lists = repeated.map((name) => [name, [values[name] ?? []].flat().map(String)] as const);
    // Verified edge: built from `names` and `repeated` a few lines above.
    return Object.fromEntries<unknown>([...given, ...lists]) as ReturnType<
      typeof readOptions<Name, Many>
    >;
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(sayWhy(error));
  }
}

/** An option that is said twice means two things, and only one would be done. @throws StartError */
export function refuseTwice(
  tokens: readonly { readonly kind: string; readonly name?: string }[],
  repeated: readonly string[] = [],
): void {
  const named = tokens.flatMap(({ kind, name }) =>
    kind === 'option' && name !== undefined && !repeated.includes(name) ? [name] : [],
  );
  const twice = named.find((name, n) => named.indexOf(name) !== n);
  if (twice !== undefined) throw new StartError(`--${twice} is said twice: nothing was done.`);
}

/** `--seed -5` as `--seed=-5`: a number below zero is a value, which whoever reads it refuses by name, and no option. */
function withNegatives(names: readonly string[], args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of args) {
    const before = joined.at(-1) ?? '';
    const isValue = NEGATIVE.test(word) && names.some((name) => before === `--${name}`);
    if (isValue) joined[joined.length - 1] = `${before}=${word}`;
    else joined.push(word);
  }
  return joined;
}

/** `npm run fuzz -- 1000000 --seed 7 --write`: a count that may stand alone, options, and switches without a value. */
export function readCountFirst<Name extends string, Switch extends string>(
  what: string,
  otherwise: number,
  names: readonly Name[],
  switches: readonly Switch[],
): {
  readonly count: number;
  readonly given: Readonly<Partial<Record<Name, string>>>;
  readonly isSet: (name: Switch) => boolean;
} {
  const words = process.argv.slice(2);
  const [word = '-'] = words;
  const first = !word.startsWith('-') || NEGATIVE.test(word) ? words.shift() : undefined;
  const on = new Set<string>(switches.filter((name) => words.includes(`--${name}`)));
  const rest = words.filter((word) => !on.has(word.slice(2)));
  return {
    count: wholeNumber(what, first, otherwise, MOST),
    given: readOptions(names, [], rest),
    isSet: (name) => on.has(name),
  };
}

/** What Node says of options it does not take, without its advice: one sentence. */
export function sayWhy(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  return /^.*?(?=\.\s|\n|$)/.exec(said)?.[0] ?? said;
}

/** For commands without options: what is given all the same is refused, since it was meant to do something. */
export function refuseOptions(): void {
  readOptions([]);
}

/** For commands that take only switches, such as `--write`. @throws StartError for any other word */
export function readSwitches<Name extends string>(
  names: readonly Name[],
  args: readonly string[] = process.argv.slice(2),
): Readonly<Record<Name, boolean>> {
  readOptions(
    [],
    [],
    args.filter((word) => !names.some((name) => word === `--${name}`)),
  );
  // Verified edge: built from `names`.
  return Object.fromEntries(names.map((name) => [name, args.includes(`--${name}`)])) as Readonly<
    Record<Name, boolean>
  >;
}

/** The value of `--name`: a whole number from 1. */
export function readCount(
  name: string,
  text: string | undefined,
  otherwise: number,
  most = MOST,
): number {
  return wholeNumber(`--${name}`, text, otherwise, most);
}

function wholeNumber(
  what: string,
  text: string | undefined,
  otherwise: number,
  most: number,
): number {
  if (text === undefined) return otherwise;
  const number = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : Infinity;
  if (number <= most) return number;
  throw new StartError(
    `${what} is "${text}", not a whole number from 1 to ${most.toLocaleString('en-US')}.`,
  );
}

/** The first instant of a day, UTC. */
export function readDay(name: string, text: string | undefined): Date {
  if (text === undefined) throw new StartError(`--${name} is missing: name a day like 2026-11-20.`);
  const day = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) {
    throw new StartError(`--${name} is "${text}", not a day like 2026-11-20.`);
  }
  return day;
}
