import type { Explanation } from '@webpay/contract/console/shapes';
import { entryOfEvent, type Entry, type HistoryEvent } from './event-sentences.ts';
import type { OrderFacts } from './order-facts.ts';
import { codeInWords, gatewayName, inOneLine } from './order-words.ts';
import { redactBody } from './redact-body.ts';

/** A timeline has at most so many entries, planned ones and the note about older ones included. */
export const MAX_ENTRIES = 200;

/** A verified message of a gateway, as it was stored. */
export type Message = {
  readonly at: number;
  readonly provider: string;
  readonly type: string;
  readonly body: Uint8Array;
  /** Null: not applied yet. */
  readonly outcome: string | null;
};

export type Rows = {
  /** Newest first. */
  readonly events: readonly HistoryEvent[];
  readonly messages: readonly Message[];
  readonly logOuts: readonly { readonly at: number; readonly because: string }[];
  /** More rows exist than were read. */
  readonly hasMore: boolean;
  /** Events of months before this one, like 2024-03, are in files; null: none. */
  readonly archivedBefore: string | null;
};

/** Newest first, with the planned steps above; equal entries in a row count as one. */
export function timelineOf(facts: OrderFacts, rows: Rows, next: Explanation['next']): Entry[] {
  const texts = new Map(facts.requests.map(({ createdAt, text }) => [createdAt, text]));
  const past = [
    ...rows.events
      .flatMap(withFirstAttempt)
      .map((event) => withRequest(entryOfEvent(facts, event), event, texts)),
    ...rows.messages.map(entryOfMessage),
    ...rows.logOuts.map(entryOfLogOut),
  ].toSorted((a, b) => b.at - a.at);
  const planned = next
    .flatMap(({ at, text }) => (at !== null && at > facts.now ? [plannedEntry(at, text)] : []))
    .toSorted((a, b) => b.at - a.at);
  const all = [...planned, ...folded(past)];
  const { id, createdAt } = facts.order;
  const { archivedBefore: month } = rows;
  const archived = month === null ? [] : [note(createdAt, archivedInWords(month, id))];
  const most = MAX_ENTRIES - archived.length;
  if (all.length <= most && !rows.hasMore) return [...all, ...archived];
  const shown = all.slice(0, most - 1);
  return [...shown, note(shown.at(-1)?.at ?? createdAt, olderInWords(id)), ...archived];
}

/** An order's first attempt is made with it, and one event says both. The newest first. */
function withFirstAttempt(event: HistoryEvent): readonly HistoryEvent[] {
  if (event.event !== 'order_made' || event.attemptId === null) return [event];
  const made = { ...event, event: 'attempt_made', to: 'CREATED', detail: {} };
  return [made, { ...event, attemptId: null }];
}

/** The first that fits; other planned steps belong to the payment. */
const PLANNED_KINDS: readonly (readonly [words: RegExp, kind: Entry['kind']])[] = [
  [/\bis asked\b/, 'question'],
  [/\b(?:mail|resend)\b/, 'mail'],
  [/\b(?:answer|sent|refund|dispute)\b/, 'money_back'],
];

function plannedEntry(at: number, sentence: string): Entry {
  const plan = { at, by: 'shop', tone: 'blue', detail: null, times: 1, is_planned: true } as const;
  const found = PLANNED_KINDS.find(([words]) => words.test(sentence));
  return { ...plan, kind: found?.[1] ?? 'payment', sentence };
}

/** A request's event does not repeat the player's words, but its row has them. */
function withRequest(
  entry: Entry,
  { event }: HistoryEvent,
  texts: ReadonlyMap<number, string>,
): Entry {
  const text = event === 'resolution_requested' ? texts.get(entry.at) : undefined;
  return text === undefined ? entry : { ...entry, detail: `“${inOneLine(text, 1_000)}”` };
}

function entryOfMessage({ at, provider, type, body, outcome }: Message): Entry {
  return {
    at,
    by: `${gatewayName(provider)}, message`,
    kind: 'question',
    tone: outcome === 'quarantine' ? 'orange' : 'grey',
    sentence: `Message ${type}, signature good: ${outcomeInWords(outcome)}`,
    // Bodies are emptied when their time is over.
    detail: body.byteLength === 0 ? null : redactBody(body),
    times: 1,
    is_planned: false,
  };
}

const OUTCOMES: ReadonlyMap<string, string> = new Map([
  ['none', 'nothing changed'],
  ['move', 'applied'],
  ['late_success', 'applied'],
  ['queried', 'the gateway was asked'],
  ['capture_now', 'approved, so captured'],
  ['quarantine', 'it did not fit'],
]);

function outcomeInWords(outcome: string | null): string {
  if (outcome === null) return 'not applied yet';
  const [family = outcome] = outcome.split(':');
  if (family === 'kept') return 'not understood, nothing changed';
  return OUTCOMES.get(outcome) ?? `applied (${codeInWords(outcome.replaceAll(':', ' '))})`;
}

function entryOfLogOut({ at, because }: Rows['logOuts'][number]): Entry {
  return {
    at,
    by: 'operator',
    kind: 'person',
    tone: 'violet',
    sentence: 'An operator logged the character out',
    detail: `“${inOneLine(because)}”`,
    times: 1,
    is_planned: false,
  };
}

const olderInWords = (id: string): string =>
  `Older entries are not shown: npm run resolve -- show ${id} prints all`;

const archivedInWords = (month: string, id: string): string =>
  `The events before ${month} are archived: npm run operator -- archive --find ${id} --in FOLDER prints them`;

/** An entry about the timeline itself. */
function note(at: number, sentence: string): Entry {
  const plain = { by: 'shop', kind: 'payment', tone: 'grey', detail: null } as const;
  return { ...plain, at, sentence, times: 1, is_planned: false };
}

/** The newest of equal entries stands for all. */
function folded(entries: readonly Entry[]): Entry[] {
  const shown: Entry[] = [];
  for (const entry of entries) {
    const before = shown.at(-1);
    const isSame =
      before?.sentence === entry.sentence &&
      before.by === entry.by &&
      before.detail === entry.detail;
    if (before !== undefined && isSame) {
      shown[shown.length - 1] = { ...before, times: before.times + entry.times };
    } else shown.push(entry);
  }
  return shown;
}
