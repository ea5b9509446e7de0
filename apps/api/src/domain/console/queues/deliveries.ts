import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { PossibleStep, Tone, WorkGroup, WorkRow } from '@webpay/contract/console/shapes';
import type { Ctx } from '../../../context.ts';
import { characterOf, inEnglish, projectName } from '../names.ts';
import { inOneLine } from '../order-words.ts';
import { scopeOf, type Sees } from '../scope.ts';
import { retryStep, stepsOfParked, stepsOfRefusedMail } from '../steps.ts';
import {
  refusedEventMails,
  refusedResends,
  waitingMails,
  waitingNotices,
  type RefusedMail,
  type WaitingMail,
} from './delivery-queries.ts';
import { noticeGroups } from './notice-groups.ts';
import { MAX_OF_GROUP, MAX_OF_LIST } from './owner-columns.ts';
import { unresolvedBefore } from './queue-counts.ts';
import { groupsOf, timesOf } from './work-rows.ts';

/** Mails and notices that a game did not take, by game server and cause: those that an operator decides about come first. */
export async function listDeliveries(
  ctx: Ctx,
  operator: Sees,
  { project }: { readonly project?: string | undefined },
): Promise<ConsoleResult<'deliveries'>> {
  const { db } = ctx;
  const seen = { projects: scopeOf(operator, project), most: MAX_OF_LIST, each: MAX_OF_GROUP };
  const waiting = await db.many(waitingMails, { ...seen, before: unresolvedBefore(ctx) });
  const resends = await db.many(refusedResends, seen);
  const events = await db.many(refusedEventMails, seen);
  const groups = [
    ...waitingGroups(ctx, waiting),
    ...refusedGroups(ctx, 'resend', resends),
    ...refusedGroups(ctx, 'event', events),
    ...noticeGroups(ctx, await db.many(waitingNotices, seen)),
  ];
  return {
    groups: groups.toSorted((a, b) => TONE_ORDER.indexOf(a.tone) - TONE_ORDER.indexOf(b.tone)),
    now: ctx.clock.nowMs(),
  };
}

/** An operator must decide, a dispute holds, the player must act, the game must answer. */
const TONE_ORDER: readonly Tone[] = ['violet', 'red', 'yellow', 'orange', 'blue'];

type Mail = WaitingMail | RefusedMail;

const CAUSES: Readonly<
  Record<
    WaitingMail['cause'],
    { readonly tone: Tone; readonly badge: string; readonly words: string }
  >
> = {
  parked: { tone: 'violet', badge: 'Parked', words: 'never answered about these mails' },
  held: { tone: 'red', badge: 'Held by a dispute', words: 'disputes hold these mails' },
  mailbox_full: { tone: 'yellow', badge: 'Mailbox full', words: 'mailboxes are full' },
  maintenance: {
    tone: 'blue',
    badge: 'Maintenance',
    words: 'closed for maintenance; nothing to do',
  },
  error: { tone: 'orange', badge: 'No answer', words: 'the game does not answer' },
  waiting: { tone: 'orange', badge: 'Waits', words: 'mails wait to be sent' },
};

function waitingGroups(ctx: Ctx, rows: readonly WaitingMail[]): WorkGroup[] {
  const { real } = timesOf(ctx);
  const realNow = ctx.clock.real();
  const rowOf = (row: WaitingMail): WorkRow => {
    const { tone, badge } = CAUSES[row.cause];
    const isSent = row.lease_until !== null && row.lease_until > realNow;
    return {
      ...contentOf(ctx, row),
      badge: { tone, text: badge },
      since: row.since.getTime(),
      said: inOneLine(row.why ?? ''),
      tries: row.attempts,
      next_at: row.cause === 'parked' || row.cause === 'held' ? null : real(row.next_attempt_at),
      until: row.cause === 'parked' ? null : real(row.give_up_at),
      steps: row.cause === 'parked' ? stepsOfParked(row) : [retryOf(row, isSent)],
    };
  };
  return groupsOf(
    rows,
    ({ project, server_id: server, cause }) => `${project}/${server}/${cause}`,
    (row) => ({
      cause: `${serverOf(ctx, row)}: ${CAUSES[row.cause].words}`,
      tone: CAUSES[row.cause].tone,
    }),
    rowOf,
    (_shown, { project, server_id: serverId, cause }) =>
      cause === 'parked' || cause === 'held' ? [] : [retryAll(ctx, project, serverId)],
  );
}

function retryOf(row: WaitingMail, isSent: boolean): PossibleStep {
  const step = retryStep({
    id: row.id,
    heldSince: row.cause === 'held' ? row.since.getTime() : null,
  });
  return isSent ? { ...step, why: 'A worker sends it now.' } : step;
}

function retryAll({ catalogue }: Ctx, project: string, serverId: string): PossibleStep {
  const isKnown = catalogue.project(project)?.servers.has(serverId) === true;
  return {
    seed: { kind: 'retry_server', project, server_id: serverId },
    text: 'Send the mails of this server now',
    why: isKnown ? null : 'The catalogue has no such server.',
  };
}

function refusedGroups(
  ctx: Ctx,
  what: 'resend' | 'event',
  rows: readonly RefusedMail[],
): WorkGroup[] {
  const rowOf = (row: RefusedMail): WorkRow => ({
    ...contentOf(ctx, row),
    badge: { tone: 'violet', text: 'Refused' },
    since: row.since.getTime(),
    said: inOneLine(row.why ?? ''),
    tries: null,
    next_at: null,
    until: null,
    steps: [
      ...stepsOfRefusedMail({ id: row.id, requestId: row.request_id }),
      ...(row.order_id === null ? [] : [payBackInstead(row.order_id)]),
    ],
  });
  return groupsOf(
    rows,
    ({ project, server_id: server }) => `${project}/${server}/refused_${what}`,
    (row) => ({
      cause: `${serverOf(ctx, row)}: refused ${what === 'resend' ? 'resends' : 'mails of events'}`,
      tone: 'violet',
    }),
    rowOf,
    () => [],
  );
}

const payBackInstead = (orderId: string): PossibleStep => ({
  seed: { kind: 'refund_order', order_id: orderId },
  text: 'Pay back instead',
  why: null,
});

function contentOf(
  ctx: Ctx,
  row: Mail,
): Pick<WorkRow, 'id' | 'title' | 'order' | 'character' | 'sum'> {
  const { id, order_id: orderId, order_no: orderNo, total_minor: minor, currency } = row;
  return {
    id,
    title: titleOf(ctx, row),
    order: orderId === null || orderNo === null ? null : { id: orderId, order_no: orderNo },
    character:
      row.player_id === null ? null : characterOf(ctx, { ...row, player_id: row.player_id }),
    sum: minor === null || currency === null ? null : { minor, currency },
  };
}

/** "980 Gems ×2" of an order, else the event. */
function titleOf(ctx: Ctx, { project, goods, event, kind }: Mail): string {
  if (goods !== null) {
    const names = goods.map(({ name, count }) =>
      count === 1 ? inEnglish(ctx, project, name) : `${inEnglish(ctx, project, name)} ×${count}`,
    );
    return inOneLine(names.join(', '));
  }
  const title = event === null ? '' : inEnglish(ctx, project, event);
  return inOneLine([title, kind === 'reminder' ? 'reminder' : 'reward'].filter(Boolean).join(', '));
}

/** "Dawnharbor, Miniflix". */
function serverOf(ctx: Ctx, row: Mail): string {
  const { project, server_id: serverId } = row;
  const known = ctx.catalogue.project(project)?.servers.get(serverId);
  const server =
    known === undefined ? row.server_name || serverId : inEnglish(ctx, project, known.name);
  return inOneLine(`${server}, ${projectName(ctx, project).name}`);
}
