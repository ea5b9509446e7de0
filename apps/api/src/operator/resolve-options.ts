import { StartError } from '../platform/start-error.ts';
import { parseWords, refuseRepeated } from './command-line.ts';

export const USAGE =
  'Say what to do: npm run resolve -- list, find ANYTHING, show REQUEST or ORDER, approve REQUEST, reject REQUEST, refund ORDER, refund-again REFUND, paid-outside REFUND, settle NUMBER or MAIL, adopt NUMBER, pay-back NUMBER, confirm-chargeback NUMBER, flag PROJECT CID, clear-flag PROJECT CID, end-pause PROJECT CID, or log-out PROJECT CID.';

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
  day: text,
  project: text,
  to: text,
  because: text,
  by: text,
  'break-glass': text,
  server: text,
  product: text,
  reference: text,
  'allow-delivered': flag,
  'allow-overpayment': flag,
  'allow-other-sum': flag,
  'several-refunds': flag,
  delivered: flag,
  undelivered: flag,
  retry: flag,
} as const;

/** Decisions about a parked mail; `settle` takes one of them. */
const ENDS_OF_PARKED: ReadonlySet<string> = new Set(['delivered', 'undelivered', 'retry']);

/** The arguments of each verb. Others are refused: an ignored --amount would refund the whole payment. */
const VERBS = {
  list: { words: [], options: [] },
  find: { words: ['ANYTHING'], options: ['amount', 'day', 'project'] },
  show: { words: ['REQUEST or ORDER'], options: [] },
  approve: {
    words: ['REQUEST'],
    options: [
      'amount',
      'to',
      'because',
      'allow-delivered',
      'allow-overpayment',
      'by',
      'break-glass',
    ],
  },
  reject: { words: ['REQUEST'], options: ['because', 'by'] },
  refund: {
    words: ['ORDER'],
    options: ['amount', 'because', 'allow-delivered', 'allow-overpayment', 'by', 'break-glass'],
  },
  'refund-again': {
    words: ['REFUND'],
    options: ['because', 'allow-delivered', 'by', 'break-glass'],
  },
  'paid-outside': {
    words: ['REFUND'],
    options: ['reference', 'because', 'allow-delivered', 'several-refunds', 'by', 'break-glass'],
  },
  settle: {
    words: ['NUMBER or MAIL'],
    options: ['because', 'delivered', 'undelivered', 'retry', 'by', 'break-glass'],
  },
  adopt: {
    words: ['NUMBER'],
    options: ['to', 'product', 'because', 'allow-other-sum', 'by', 'break-glass'],
  },
  'pay-back': { words: ['NUMBER'], options: ['project', 'because', 'by', 'break-glass'] },
  'confirm-chargeback': { words: ['NUMBER'], options: ['because', 'by'] },
  flag: { words: ['PROJECT', 'CID'], options: ['server', 'because', 'by'] },
  'clear-flag': { words: ['PROJECT', 'CID'], options: ['server', 'because', 'by'] },
  'end-pause': { words: ['PROJECT', 'CID'], options: ['server', 'because', 'by'] },
  'log-out': { words: ['PROJECT', 'CID'], options: ['server', 'because', 'by'] },
} as const satisfies Readonly<
  Record<
    string,
    { readonly words: readonly string[]; readonly options: readonly (keyof typeof ALL)[] }
  >
>;

export type ResolveOptions = ReturnType<typeof parse>['values'];

/** Parses a verb, its arguments and options. @throws StartError for one that the verb does not take, or one given twice */
export function readResolve(given: readonly string[]) {
  const { positionals, values, tokens } = parse(given);
  const [word = '', ...words] = positionals;
  const verb = ALIASES.get(word) ?? word;
  if (!isVerb(verb)) throw new StartError(USAGE);
  const takes = VERBS[verb];
  const extra = words[takes.words.length];
  if (extra !== undefined) throw new StartError(`"${extra}" is one argument too many. ${USAGE}`);
  const options: readonly string[] = takes.options;
  const named = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const foreign = named.find((name) => !options.includes(name));
  if (foreign !== undefined) {
    const own = options.length === 0 ? 'no option' : options.map((name) => `--${name}`).join(', ');
    throw new StartError(`${verb} takes no --${foreign}: nothing was done (it takes ${own}).`);
  }
  refuseRepeated(tokens);
  if (verb === 'approve' && values.to !== undefined) refuseMoneyBeside(named);
  const ends = named.filter((name) => ENDS_OF_PARKED.has(name));
  if (ends.length > 1) throw new StartError(`--${ends.join(' and --')}: give one of them.`);
  return { verb, names: takes.words, words, options: values };
}

/** Refuses --to beside an option about money: only one of them would apply. */
function refuseMoneyBeside(named: readonly string[]): void {
  const other = named.find((name) => !['to', 'because', 'by', 'break-glass'].includes(name));
  if (other === undefined) return;
  throw new StartError(`--to sends goods and --${other} is about money: give one of them.`);
}

/** A repeated option is refused later, after one that the verb does not take. */
function parse(given: readonly string[]) {
  const args = given.map((arg) => (arg.startsWith('--') ? (ALIASES.get(arg) ?? arg) : arg));
  return parseWords({ args, allowPositionals: true, options: ALL }, Object.keys(ALL));
}

function isVerb(word: string): word is keyof typeof VERBS {
  return Object.hasOwn(VERBS, word);
}
