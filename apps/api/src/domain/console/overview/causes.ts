import type { Cause } from '@webpay/contract/console/overview-calls';
import type { Sum, Tone } from '@webpay/contract/console/shapes';
import type { CauseKind, CauseRow } from './cause-queries.ts';
import { codeInWords, gatewayName, mismatchInWords } from '../order-words.ts';

/** Causes that the screen shows. */
const MOST = 20;

/** Names of the catalogue for a cause's place. */
export type Names = {
  /** "S01 of Miniflix" */
  readonly server: (project: string, serverId: string) => string;
  /** "Card of Miniflix" */
  readonly method: (project: string, payId: string) => string;
  readonly project: (project: string) => string;
};

type Folded = {
  readonly kind: CauseKind;
  readonly place: string;
  readonly about: string;
  readonly count: number;
};
type Text = {
  readonly tone: Tone;
  readonly title: string;
  readonly detail: string;
  /** Goods and money are where they belong, or come there without an operator. */
  readonly isSafe: boolean;
  readonly path: string | null;
};

/** The worst first: an operator must act before a wait that ends by itself. */
const RANKS: readonly CauseKind[] = [
  'parked',
  'owed',
  'refused',
  'result',
  'message',
  'publication',
  'method',
  'payment',
  'mail',
  'refund',
  'late',
  'dispute',
];

/**
 * Open causes in words, the worst first, 20 at most.
 * @param timeOf moves a time of the row to the shop's clock
 */
export function causesOf(
  rows: readonly CauseRow[],
  names: Names,
  timeOf: (row: CauseRow) => number,
): Cause[] {
  const causes = new Map<string, Cause & { readonly rank: number }>();
  for (const row of rows) {
    const id = `${row.kind}:${row.place}:${row.about}:${row.part}`.replaceAll(' ', '/');
    const known = causes.get(id);
    const count = row.count + (known?.count ?? 0);
    const since = Math.min(timeOf(row), known?.since ?? Infinity);
    const sums: Sum[] = [...(known?.sums ?? [])];
    if (row.currency !== null) sums.push({ minor: row.minor, currency: row.currency });
    const { isSafe, ...text } = textOf({ ...row, count }, names);
    causes.set(id, {
      ...text,
      id,
      count,
      sums,
      since,
      rank: RANKS.indexOf(row.kind),
      is_safe: isSafe,
    });
  }
  return [...causes.values()]
    .toSorted((one, other) => one.rank - other.rank || one.since - other.since)
    .slice(0, MOST)
    .map(({ rank: _, ...cause }) => cause);
}

const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : several}`;

/** Texts of docs/reference/metrics.md, for a person who has the console open. */
function textOf(cause: Folded, names: Names): Text {
  const { kind, place, about, count } = cause;
  const gateway = gatewayName(place);
  const [project = '', name = ''] = place.split(' ');
  switch (kind) {
    case 'payment':
      return {
        tone: 'orange',
        title:
          about === 'SUBMITTING'
            ? `${counted(count, 'payment')} at ${gateway} ${count === 1 ? 'was' : 'were'} begun, and no worker asks how it ended`
            : about === 'UNKNOWN'
              ? `${gateway} has not said what became of ${counted(count, 'payment')}`
              : `${gateway} says that ${counted(count, 'payment')} ${count === 1 ? 'is' : 'are'} pending`,
        detail:
          'Each is asked about again by itself. After ten minutes, find its number in the gateway’s pages.',
        isSafe: true,
        path: '/unresolved',
      };
    case 'refund':
      return {
        tone: 'orange',
        title: `${gateway} has not said whether ${counted(count, 'refund')} moved`,
        detail: 'Each is asked about again by itself, under the same number.',
        isSafe: true,
        path: '/unresolved',
      };
    case 'late':
      return {
        tone: 'yellow',
        title: `${gateway} may take money for ${counted(count, 'ended payment')}`,
        detail:
          'Each is asked about until the final answer. Money that came goes out again as goods or as a refund.',
        isSafe: true,
        path: '/unresolved',
      };
    case 'result':
      return {
        tone: 'red',
        title: `${counted(count, 'result')} of ${gateway} ${count === 1 ? 'does' : 'do'} not fit: ${mismatchInWords({ reason: about })}`,
        detail: 'No money moved by it. Compare with the gateway’s pages, then settle it.',
        isSafe: false,
        path: '/unresolved',
      };
    case 'message':
      return {
        tone: 'orange',
        title: `${counted(count, 'message')} of ${gateway} cannot be applied`,
        detail: 'They are stored and tried again. The worker’s log says why, by the event’s key.',
        isSafe: true,
        path: '/unresolved',
      };
    case 'mail':
      return mailText(names.server(project, name), cause);
    case 'parked':
      return {
        tone: 'red',
        title: `${counted(count, 'mail')} to ${names.server(project, name)} ${count === 1 ? 'waits' : 'wait'} for a person`,
        detail:
          'The game never answered for seven days. Ask it whether the mail came, then settle it.',
        isSafe: false,
        path: '/deliveries',
      };
    case 'refused':
      return {
        tone: 'red',
        title: `${gateway} refused ${counted(count, 'refund')}`,
        detail: 'The money is still here. Send the refund again, or pay the player another way.',
        isSafe: false,
        path: '/refunds?tab=refused',
      };
    case 'owed':
      return {
        tone: 'red',
        title: `${counted(count, 'payment')} at ${gateway} bought nothing and ${count === 1 ? 'is' : 'are'} not on the way back`,
        detail: `Reason: ${codeInWords(about)}. Pay the money back.`,
        isSafe: false,
        path: '/refunds?tab=owed',
      };
    case 'dispute':
      return {
        tone: 'violet',
        title: `${counted(count, 'dispute')} at ${gateway} ${count === 1 ? 'waits' : 'wait'} for an answer`,
        detail: 'Answer in the gateway’s own pages within three days.',
        isSafe: false,
        path: '/orders?view=disputed',
      };
    case 'publication':
      return {
        tone: 'red',
        title: `${counted(count, 'planned publication')} of ${names.project(place)} ${count === 1 ? 'was' : 'were'} not made`,
        detail:
          about === 'missed'
            ? 'No worker ran at the moment. Look at it, then plan it again or close it.'
            : 'A check failed at the moment. Look at it, then plan it again or close it.',
        isSafe: true,
        path: `/shop/${place}`,
      };
    case 'method':
      return {
        tone: 'orange',
        title: `${names.method(project, name)} is off ${about === '*' ? 'in all countries' : `in ${about}`}`,
        detail:
          'The gateway refused it. Orders try it again by themselves; check contract and account at the gateway.',
        isSafe: false,
        path: '/service',
      };
  }
}

function mailText(server: string, { about, count }: Folded): Text {
  const mails = counted(count, 'mail');
  const wait = count === 1 ? 'waits' : 'wait';
  const base = { tone: 'orange', isSafe: true, path: '/deliveries' } as const;
  const kept = 'Mails are tried again by themselves for seven days.';
  switch (about) {
    case 'maintenance':
      return { ...base, title: `${server} is in maintenance: ${mails} ${wait}`, detail: kept };
    case 'mailbox_full':
      return {
        ...base,
        tone: 'yellow',
        title: `${mails} to ${server} ${wait}: the mailbox is full`,
        detail: `${kept} The player makes room.`,
      };
    case 'not_tried':
      return {
        ...base,
        title: `${mails} to ${server} ${wait} for more than a minute`,
        detail: 'No worker takes them up. Does one run, and does it reach the database?',
      };
    case 'held':
      return {
        ...base,
        tone: 'violet',
        title: `${mails} to ${server} ${wait} for the end of a dispute`,
        detail: 'The mail goes out when the dispute is won.',
        path: '/deliveries',
      };
    default:
      return {
        ...base,
        title: `The game of ${server} does not take ${mails}`,
        detail: `${kept} Check that the game is up.`,
      };
  }
}
