import { parseArgs } from 'node:util';
import { StartError } from '../platform/start-error.ts';
import { refuseTwice, sayWhy } from './options.ts';

export const USAGE =
  'Say what to do: npm run resolve -- list, show REQUEST or ORDER, approve REQUEST, reject REQUEST, refund ORDER, refund-again REFUND, settle NUMBER or MAIL, believe NUMBER, flag PROJECT CID, clear-flag PROJECT CID, or log-out PROJECT CID.';

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

const ALL = {
  amount: text,
  to: text,
  because: text,
  server: text,
  'even-delivered': flag,
  'even-surplus': flag,
} as const;

/**
 * What each verb takes and nothing else, since a word that is overlooked moves money: a forgotten
 * --amount would pay back everything, and a --to that means nothing would not send goods.
 */
const VERBS = {
  list: { words: 0, options: [] },
  show: { words: 1, options: [] },
  approve: { words: 1, options: ['amount', 'to', 'because', 'even-delivered', 'even-surplus'] },
  reject: { words: 1, options: ['because'] },
  refund: { words: 1, options: ['amount', 'because', 'even-delivered', 'even-surplus'] },
  'refund-again': { words: 1, options: ['because', 'even-delivered'] },
  settle: { words: 1, options: ['because'] },
  believe: { words: 1, options: ['because'] },
  flag: { words: 2, options: ['server', 'because'] },
  'clear-flag': { words: 2, options: ['server', 'because'] },
  'log-out': { words: 2, options: ['server', 'because'] },
} as const satisfies Readonly<
  Record<string, { readonly words: number; readonly options: readonly (keyof typeof ALL)[] }>
>;

type Verb = keyof typeof VERBS;
export type ResolveOptions = ReturnType<typeof parse>['values'];

/** The verb of a call, its words and its options. @throws StartError for any that it does not take, or is given twice */
export function readResolve(given: readonly string[]): {
  readonly verb: Verb;
  readonly words: readonly string[];
  readonly options: ResolveOptions;
} {
  const { positionals, values, tokens } = parse(given);
  const [verb, ...words] = positionals;
  if (verb === undefined || !isVerb(verb)) throw new StartError(USAGE);
  const takes = VERBS[verb];
  const extra = words[takes.words];
  if (extra !== undefined) throw new StartError(`"${extra}" is one word too many. ${USAGE}`);
  const options: readonly string[] = takes.options;
  const named = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const foreign = named.find((name) => !options.includes(name));
  if (foreign !== undefined) {
    const own = options.length === 0 ? 'no option' : options.map((name) => `--${name}`).join(', ');
    throw new StartError(`${verb} takes no --${foreign}: nothing was done (it takes ${own}).`);
  }
  refuseTwice(tokens);
  if (values.to !== undefined) refuseMoneyBeside(named);
  return { verb, words, options: values };
}

/** Goods to another character are not money, and nobody is to believe that both were sent. */
function refuseMoneyBeside(named: readonly string[]): void {
  const other = named.find((name) => name !== 'to' && name !== 'because');
  if (other === undefined) return;
  throw new StartError(`--to sends goods and --${other} is about money: say one of them.`);
}

function parse(given: readonly string[]) {
  try {
    return parseArgs({ args: [...given], allowPositionals: true, options: ALL, tokens: true });
  } catch (error) {
    throw new StartError(sayWhy(error));
  }
}

function isVerb(word: string): word is Verb {
  return Object.hasOwn(VERBS, word);
}
