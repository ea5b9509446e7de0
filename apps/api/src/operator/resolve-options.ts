import { parseArgs } from 'node:util';
import { StartError } from '../platform/start-error.ts';
import { parseError, refuseRepeated } from './command-line.ts';

export const USAGE =
  'Say what to do: npm run resolve -- list, show REQUEST or ORDER, approve REQUEST, reject REQUEST, refund ORDER, refund-again REFUND, settle NUMBER or MAIL, confirm-chargeback NUMBER, flag PROJECT CID, clear-flag PROJECT CID, or log-out PROJECT CID.';

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

/** Older names of options and of a verb, which keep working. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['--even-delivered', '--allow-delivered'],
  ['--even-surplus', '--allow-overpayment'],
  ['believe', 'confirm-chargeback'],
]);

const ALL = {
  amount: text,
  to: text,
  because: text,
  server: text,
  'allow-delivered': flag,
  'allow-overpayment': flag,
} as const;

/** The arguments of each verb. Others are refused: an ignored --amount would refund the whole payment. */
const VERBS = {
  list: { words: 0, options: [] },
  show: { words: 1, options: [] },
  approve: {
    words: 1,
    options: ['amount', 'to', 'because', 'allow-delivered', 'allow-overpayment'],
  },
  reject: { words: 1, options: ['because'] },
  refund: { words: 1, options: ['amount', 'because', 'allow-delivered', 'allow-overpayment'] },
  'refund-again': { words: 1, options: ['because', 'allow-delivered'] },
  settle: { words: 1, options: ['because'] },
  'confirm-chargeback': { words: 1, options: ['because'] },
  flag: { words: 2, options: ['server', 'because'] },
  'clear-flag': { words: 2, options: ['server', 'because'] },
  'log-out': { words: 2, options: ['server', 'because'] },
} as const satisfies Readonly<
  Record<string, { readonly words: number; readonly options: readonly (keyof typeof ALL)[] }>
>;

type Verb = keyof typeof VERBS;
export type ResolveOptions = ReturnType<typeof parse>['values'];

/** Parses a verb, its arguments and options. @throws StartError for one that the verb does not take, or one given twice */
export function readResolve(given: readonly string[]): {
  readonly verb: Verb;
  readonly words: readonly string[];
  readonly options: ResolveOptions;
} {
  const { positionals, values, tokens } = parse(given);
  const [word = '', ...words] = positionals;
  const verb = ALIASES.get(word) ?? word;
  if (!isVerb(verb)) throw new StartError(USAGE);
  const takes = VERBS[verb];
  const extra = words[takes.words];
  if (extra !== undefined) throw new StartError(`"${extra}" is one argument too many. ${USAGE}`);
  const options: readonly string[] = takes.options;
  const named = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const foreign = named.find((name) => !options.includes(name));
  if (foreign !== undefined) {
    const own = options.length === 0 ? 'no option' : options.map((name) => `--${name}`).join(', ');
    throw new StartError(`${verb} takes no --${foreign}: nothing was done (it takes ${own}).`);
  }
  refuseRepeated(tokens);
  if (values.to !== undefined) refuseMoneyBeside(named);
  return { verb, words, options: values };
}

/** Refuses --to beside an option about money: only one of them would apply. */
function refuseMoneyBeside(named: readonly string[]): void {
  const other = named.find((name) => name !== 'to' && name !== 'because');
  if (other === undefined) return;
  throw new StartError(`--to sends goods and --${other} is about money: give one of them.`);
}

function parse(given: readonly string[]) {
  try {
    const args = given.map((arg) => (arg.startsWith('--') ? (ALIASES.get(arg) ?? arg) : arg));
    return parseArgs({ args, allowPositionals: true, options: ALL, tokens: true });
  } catch (error) {
    throw new StartError(parseError(error));
  }
}

function isVerb(word: string): word is Verb {
  return Object.hasOwn(VERBS, word);
}
