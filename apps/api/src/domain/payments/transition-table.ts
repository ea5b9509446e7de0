import { ATTEMPT_STATES, type AttemptState } from '@webpay/contract/order-states';
import * as v from 'valibot';
import type { GatewayResult } from '../../gateways/port.ts';

/** The channel of a gateway result (payments.md §3.2). */
export const RESULT_SOURCES = ['answer', 'webhook', 'query'] as const;
export type ResultSource = (typeof RESULT_SOURCES)[number];

const states = v.picklist(ATTEMPT_STATES);
const effects = v.picklist([
  ...ATTEMPT_STATES,
  /** Known already, or not for this source to report. */
  'none',
  /** A query decides. */
  'ask',
  /** Approved: capture, if the order is still alive. */
  'capture',
  /** Unexpected money (payments.md §3.3). */
  'late',
  /** Stored for an operator; no transition. */
  'quarantine',
  /** FAILED once the request is void, until then nothing. */
  'void?',
  /** PROCESSING where the gateway captures an approval by itself, else nothing. */
  'held?',
  /** PROCESSING where an answer has named the gateway's order or never does, else a query decides. */
  'known?',
]);
export type Effect = v.InferOutput<typeof effects>;

/**
 * Result × state → effect: the only definition of payments.md §3.2; ARCHITECTURE.md shows the same
 * lines (compared by a test). A result without a line for a source has no effect.
 */
export const TRANSITION_TABLE = `
| result               | from                   | CREATED         | SUBMITTING      | REQUIRES_ACTION | PROCESSING      | UNKNOWN         | SUCCEEDED  | FAILED | EXPIRED |
|----------------------|------------------------|-----------------|-----------------|-----------------|-----------------|-----------------|------------|--------|---------|
| paid                 | answer                 | quarantine      | SUCCEEDED       | SUCCEEDED       | SUCCEEDED       | ask             | none       | late   | late    |
| paid                 | webhook                | quarantine      | SUCCEEDED       | SUCCEEDED       | SUCCEEDED       | ask             | none       | ask    | ask     |
| paid                 | query                  | quarantine      | SUCCEEDED       | SUCCEEDED       | SUCCEEDED       | SUCCEEDED       | none       | late   | late    |
| action               | answer webhook         | REQUIRES_ACTION | REQUIRES_ACTION | none            | REQUIRES_ACTION | none            | none       | none   | none    |
| action               | query                  | REQUIRES_ACTION | REQUIRES_ACTION | none            | REQUIRES_ACTION | REQUIRES_ACTION | none       | none   | none    |
| approved             | answer webhook         | none            | none            | capture         | none            | ask             | none       | none   | none    |
| approved             | query                  | none            | none            | capture         | none            | capture         | none       | none   | none    |
| pending              | answer                 | none            | PROCESSING      | held?           | none            | none            | none       | none   | none    |
| pending              | webhook                | none            | known?          | held?           | none            | ask             | none       | none   | none    |
| pending              | query                  | none            | PROCESSING      | held?           | none            | PROCESSING      | none       | none   | none    |
| declined             | answer                 | FAILED          | FAILED          | FAILED          | FAILED          | ask             | quarantine | none   | none    |
| declined             | webhook                | FAILED          | none            | FAILED          | FAILED          | ask             | quarantine | none   | none    |
| declined             | query                  | FAILED          | FAILED          | FAILED          | FAILED          | FAILED          | quarantine | none   | none    |
| closed               | answer                 | none            | EXPIRED         | EXPIRED         | EXPIRED         | ask             | quarantine | none   | none    |
| closed               | webhook                | none            | none            | EXPIRED         | EXPIRED         | ask             | quarantine | none   | none    |
| closed               | query                  | none            | EXPIRED         | EXPIRED         | EXPIRED         | EXPIRED         | quarantine | none   | none    |
| choose_other_funding | answer webhook query   | none            | REQUIRES_ACTION | none            | none            | none            | none       | none   | none    |
| refused              | answer webhook query   | FAILED          | FAILED          | FAILED          | none            | none            | none       | none   | none    |
| not_found            | query                  | none            | UNKNOWN         | UNKNOWN         | UNKNOWN         | void?           | quarantine | none   | none    |
| indeterminate        | answer webhook query   | none            | UNKNOWN         | none            | none            | none            | none       | none   | none    |
`.trim();

const table = readTable(TRANSITION_TABLE);

export function effectOf(
  result: GatewayResult['kind'],
  source: ResultSource,
  state: AttemptState,
): Effect {
  return table.get(`${result} ${source}`)?.get(state) ?? 'none';
}

/** @throws Error at start for an unknown state or effect, or a duplicate line */
function readTable(text: string): ReadonlyMap<string, ReadonlyMap<AttemptState, Effect>> {
  const [head = [], , ...rows] = text.split('\n').map(cellsOf);
  const columns = head.slice(2).map((name) => v.parse(states, name));
  const table = new Map<string, ReadonlyMap<AttemptState, Effect>>();
  for (const [result = '', sources = '', ...cells] of rows) {
    const row = new Map(columns.map((state, column) => [state, v.parse(effects, cells[column])]));
    for (const source of sources.split(' ')) {
      const key = `${result} ${source}`;
      if (table.has(key)) throw new Error(`the transition table names "${key}" twice`);
      table.set(key, row);
    }
  }
  return table;
}

function cellsOf(line: string): string[] {
  const cells = line.split('|').slice(1, -1);
  return cells.map((cell) => cell.trim());
}
