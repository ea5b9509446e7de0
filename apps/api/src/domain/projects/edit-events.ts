import { fromMinor } from '@webpay/contract/money';
import { isMap, isScalar, isSeq, parse, parseDocument, type Scalar } from 'yaml';

/** One number of an event's rules, by the key of its knob; money in US cents. */
export type RuleValue = { readonly key: string; readonly value: number };

/** A number that cannot be written in place; the message says why. */
export class RuleNotWritable extends Error {}

/** A field, an index, or the entry whose field has a value. */
type Step = string | number | { readonly field: string; readonly is: string };
type Place = { readonly path: readonly Step[]; readonly isMoney: boolean };

/**
 * Writes numbers of one event into the text of events.yaml. All other bytes stay: comments, order, spaces and quotes.
 * @param baseId the event's id in the file
 * @throws RuleNotWritable for a number that the file does not have, or not as a plain value
 */
export function writeRules(
  text: string,
  event: { readonly baseId: string; readonly kind: string },
  values: readonly RuleValue[],
): string {
  const root = parseDocument(text).contents;
  const edits = values.map(({ key, value }) => {
    const { path, isMoney } = placeOf(event, key);
    const scalar = path.reduce<unknown>(stepInto, root);
    if (!isScalar(scalar) || !Array.isArray(scalar.range) || scalar.anchor !== undefined) {
      throw notWritable(event.baseId, key);
    }
    return { range: scalar.range, written: writtenAs(scalar, value, isMoney), path, key };
  });
  // From the end, so that the places of earlier ones stay.
  const written = edits
    .toSorted((a, b) => b.range[0] - a.range[0])
    .reduce(
      (done, { range: [from, to], written }) => done.slice(0, from) + written + done.slice(to),
      text,
    );
  const read = parseDocument(written).contents;
  for (const { path, written: value, key } of edits) {
    const scalar = path.reduce<unknown>(stepInto, read);
    if (!isScalar(scalar) || scalar.value !== parse(value)) throw notWritable(event.baseId, key);
  }
  return written;
}

function writtenAs({ type }: Scalar, value: number, isMoney: boolean): string {
  if (!isMoney) return String(value);
  const quote = type === 'QUOTE_DOUBLE' ? '"' : "'";
  return `${quote}${fromMinor(value, 'USD').amount}${quote}`;
}

function stepInto(node: unknown, step: Step): unknown {
  if (typeof step === 'string') return isMap(node) ? node.get(step, true) : undefined;
  if (!isSeq(node)) return undefined;
  if (typeof step === 'number') return node.items[step];
  return node.items.find((each) => isMap(each) && each.get(step.field) === step.is);
}

/** The place of a knob of `event-rules.ts`. */
function placeOf({ baseId, kind }: { baseId: string; kind: string }, key: string): Place {
  const [name = '', id = '', index = ''] = key.split(' ');
  const at = (...path: Step[]): Place => ({
    path: ['events', { field: 'id', is: baseId }, kind, ...path],
    isMoney: MONEY.has(name),
  });
  switch (name) {
    case 'from':
    case 'to':
    case 'step':
      return at('coupon', name);
    case 'days':
      return kind === 'card'
        ? at('cards', { field: 'card_id', is: id }, 'days')
        : at('coupon', 'days');
    case 'min':
      return at('packs', { field: 'pack_id', is: id }, 'min');
    case 'sign_in':
      return at('sign_in');
    case 'top_up':
      return at('top_up', 'lowers');
    case 'weight':
    case 'lowers':
      return at('wheel', Number(id), name);
    case 'pieces':
      return at('wheel', Number(id), 'count');
    case 'points':
      return at('points_per_usd');
    case 'goal':
      return at('tasks', { field: 'task_id', is: id }, 'goal');
    case 'reward':
      return at('tasks', { field: 'task_id', is: id }, 'rewards', Number(index), 'count');
    case 'boost':
      return at('cards', { field: 'card_id', is: id }, 'boost_percent');
    case 'daily':
      return at('cards', { field: 'card_id', is: id }, 'daily', Number(index), 'count');
    default:
      throw notWritable(baseId, key);
  }
}

const MONEY: ReadonlySet<string> = new Set([
  'from',
  'to',
  'step',
  'min',
  'sign_in',
  'top_up',
  'lowers',
]);

function notWritable(baseId: string, key: string): RuleNotWritable {
  return new RuleNotWritable(
    `The number ${key} of ${baseId} cannot be written in place: correct the catalogue folder.`,
  );
}
