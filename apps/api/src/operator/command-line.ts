import { closeSync, fchmodSync, openSync, writeFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { StartError } from '../platform/start-error.ts';

/** The largest count that a command accepts: nine digits. */
const MOST = 999_999_999;
const NEGATIVE = /^-\d/;

/** Node's `parseArgs`, whose errors become one sentence. @throws StartError, also for an option given twice */
export function parseWords<const T extends ParseArgsConfig>(
  config: T,
  repeated: readonly string[] = [],
) {
  try {
    const parsed = parseArgs<T & { tokens: true }>({ ...config, tokens: true });
    refuseRepeated(parsed.tokens ?? [], repeated);
    return parsed;
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(parseError(error));
  }
}

/** Reads the `--name value` options of a command; `repeated` ones may be given more than once. @throws StartError */
export function readOptions<Name extends string, Many extends string = never>(
  names: readonly Name[],
  repeated: readonly Many[] = [],
  args: readonly string[] = process.argv.slice(2),
): Readonly<Partial<Record<Name, string>> & Record<Many, readonly string[]>> {
  const options = Object.fromEntries([
    ...names.map((name) => [name, { type: 'string' }] as const),
    ...repeated.map((name) => [name, { type: 'string', multiple: true }] as const),
  ]);
  const { values } = parseWords({ args: withNegatives(names, args), options }, repeated);
  const given = names.flatMap((name) => {
    const value = values[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const lists = repeated.map((name) => [name, [values[name] ?? []].flat().map(String)] as const);
  // Verified edge: built from `names` and `repeated` a few lines above.
  return Object.fromEntries<unknown>([...given, ...lists]) as ReturnType<
    typeof readOptions<Name, Many>
  >;
}

/** Refuses an option given twice, because only one value would count. @throws StartError */
export function refuseRepeated(
  tokens: readonly { readonly kind: string; readonly name?: string }[],
  repeated: readonly string[] = [],
): void {
  const named = tokens.flatMap(({ kind, name }) =>
    kind === 'option' && name !== undefined && !repeated.includes(name) ? [name] : [],
  );
  const twice = named.find((name, n) => named.indexOf(name) !== n);
  if (twice !== undefined) throw new StartError(`--${twice} is given twice: nothing was done.`);
}

/** Joins `--seed -5` to `--seed=-5`, so that a negative number is refused by its option's name. */
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

/** Reads an optional leading count, options and switches: `npm run fuzz -- 1000000 --seed 7 --write`. */
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

/** The first sentence of an error of `parseArgs`, without Node's advice. */
export function parseError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^.*?(?=\.\s|\n|$)/.exec(message)?.[0] ?? message;
}

/** For commands without options. @throws StartError for any argument */
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

/** The value of `--name`: a whole number from 1 to `most`. */
export function readCount(
  name: string,
  text: string | undefined,
  otherwise: number,
  most = MOST,
  least = 1,
): number {
  return wholeNumber(`--${name}`, text, otherwise, most, least);
}

function wholeNumber(
  what: string,
  text: string | undefined,
  otherwise: number,
  most: number,
  least = 1,
): number {
  if (text === undefined) return otherwise;
  const number = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : Infinity;
  if (number >= least && number <= most) return number;
  throw new StartError(
    `${what} is "${text}", not a whole number from ${least} to ${most.toLocaleString('en-US')}.`,
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

/**
 * Writes the result to the file of `--out FILE`, or prints it.
 * @param readers `private`: only its owner can read the file, also one that was there before
 * @throws StartError when the file cannot be written
 */
export function writeOutput(
  result: string,
  file: string | undefined,
  readers: 'any' | 'private' = 'any',
): void {
  if (file === undefined) return void process.stdout.write(result);
  try {
    if (readers === 'private') writePrivate(file, result);
    else writeFileSync(file, result);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`--out ${file} cannot be written: ${why}.`, { cause: error });
  }
}

function writePrivate(file: string, text: string): void {
  const opened = openSync(file, 'w', 0o600);
  try {
    // A file that was there keeps its mode otherwise.
    fchmodSync(opened, 0o600);
    writeFileSync(opened, text);
  } finally {
    closeSync(opened);
  }
}

/** Runs a command; an error ends it. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  await work().catch(exitWithMessage);
}

/** Ends a command with exit code 1: one sentence for a user's mistake, the stack for a bug. */
export function exitWithMessage(error: unknown): never {
  console.error(error instanceof StartError ? error.message : stackOf(error));
  process.exit(1);
}

/** The stacks of an error and its causes, without fields of libraries: pg's errors carry the connection and its keys. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const below: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  const causes = error.cause === undefined ? below : [error.cause, ...below];
  return [error.stack ?? error.message, ...causes.map(stackOf)].join('\nbecause of: ');
}
