import type { ConsoleResult } from '@webpay/contract/console/calls';
import { permissionsOf } from '@webpay/contract/console/permissions';
import type { Badge } from '@webpay/contract/console/shapes';
import type { Ctx } from '../../context.ts';
import type { Operator } from '../operators/operator.ts';
import { requestYear } from '../support/rules.ts';
import { characterOf, inEnglish } from './names.ts';
import { MAX_NOTES, noteOf, notesOfPlayer } from './note-queries.ts';
import { orderRows } from './order-rows.ts';
import { personalValues } from './personal-values.ts';
import {
  flagsOfPlayer,
  livingPlayer,
  newestMailsOfPlayer,
  newestOrdersOfPlayer,
  newestSessionsOfPlayer,
  sameCharacters,
  totalsOfPlayer,
  type MailOfPlayer,
} from './player-queries.ts';
import { savedCardsFile } from './saved-cards.ts';
import { scopeOf, type Sees } from './scope.ts';
import { stateBadge } from './search-badges.ts';
import { stepsOfPlayer } from './steps.ts';

const MOST = { orders: 50, mails: 50, sessions: 20, elsewhere: 20 } as const;

type PlayerFile = ConsoleResult<'player'>;

/** Everything about a character; null: none, an erased one, or one of a project that the operator does not see. */
export async function playerFile(
  ctx: Ctx,
  operator: Sees & Pick<Operator, 'roles'>,
  { id }: { readonly id: string },
): Promise<PlayerFile | null> {
  if (!/^\d{1,15}$/.test(id)) return null;
  const { db } = ctx;
  const now = ctx.clock.now();
  const playerId = Number(id);
  const projects = scopeOf(operator);
  const player = await db.maybe(livingPlayer, { playerId, projects, year: requestYear(now) });
  if (player === null) return null;
  const orders = await db.many(newestOrdersOfPlayer, { playerId, limit: MOST.orders });
  const mails = await db.many(newestMailsOfPlayer, { playerId, limit: MOST.mails });
  const sessions = await db.many(newestSessionsOfPlayer, { playerId, now, limit: MOST.sessions });
  const flags = await db.many(flagsOfPlayer, { playerId });
  const notes = await db.many(notesOfPlayer, { playerId, limit: MAX_NOTES });
  const same = { cid: player.cid, playerId, projects, limit: MOST.elsewhere };
  return {
    character: characterOf(ctx, { ...player, player_id: player.id }),
    level: player.level,
    steps: stepsOfPlayer(
      id,
      flags.map(({ why }) => why),
      permissionsOf(operator.roles),
    ),
    notes: notes.map(noteOf),
    personal: await personalValues(db, { playerId, orderId: null }),
    ...(await savedCardsFile(db, { playerId, now })),
    created_at: player.first_seen_at.getTime(),
    seen_at: player.seen_at.getTime(),
    flags: flags.map((flag) => ({
      why: flag.why,
      since: flag.at.getTime(),
      because: flag.because ?? '',
      order_id: flag.order_id,
    })),
    totals: (await db.many(totalsOfPlayer, { playerId })).map((each) => ({
      paid: { minor: each.paid_minor, currency: each.currency },
      back: { minor: each.back_minor, currency: each.currency },
    })),
    last_paid_at: player.last_paid_at?.getTime() ?? null,
    requests_this_year: player.requests,
    orders: await orderRows(
      ctx,
      orders.map((order) => order.id),
    ),
    mails: mails.map((mail) => mailOf(ctx, player.project, mail)),
    sessions: sessions.map((session) => ({
      created_at: session.created_at.getTime(),
      seen_at: session.seen_at.getTime(),
      ended_at: session.ended_at?.getTime() ?? null,
    })),
    elsewhere: (await db.many(sameCharacters, same)).map((each) =>
      characterOf(ctx, { ...each, player_id: each.id }),
    ),
    now: now.getTime(),
  };
}

function mailOf(ctx: Ctx, project: string, mail: MailOfPlayer): PlayerFile['mails'][number] {
  return {
    id: mail.id,
    kind: mail.kind,
    title: titleOf(ctx, project, mail),
    badge: mailBadge(mail),
    at: mail.at.getTime(),
    order_id: mail.order_id,
  };
}

/** Goods of an order, or the event that a mail is about. */
function titleOf(ctx: Ctx, project: string, mail: MailOfPlayer): string {
  if (mail.goods !== null) {
    return mail.goods
      .map(({ name, count }) => `${inEnglish(ctx, project, name)} ×${count}`)
      .join(', ');
  }
  const event = mail.event === null ? '' : inEnglish(ctx, project, mail.event);
  const about = ABOUT[mail.about ?? ''] ?? '';
  return [event, about].filter((part) => part !== '').join(', ');
}

/** Rewards by their kind, reminders by their moment. */
const ABOUT: Readonly<Record<string, string>> = {
  wheel: 'wheel',
  points: 'points',
  days: 'days of sign-in',
  daily: 'daily task',
  card: 'day of a weekly card',
  starts_soon: 'starts soon',
  started: 'has started',
  ends_soon: 'ends soon',
  pay_soon: 'an order waits for its payment',
};

function mailBadge({ state, reason, is_held: isHeld, is_parked: isParked }: MailOfPlayer): Badge {
  if (isParked) return { tone: 'violet', text: 'Parked' };
  if (isHeld) return { tone: 'red', text: 'Held by a dispute' };
  if (state === 'retrying' && reason !== null) {
    return { tone: 'orange', text: `Waits: ${reason.replace('_', ' ')}` };
  }
  return stateBadge('mail', state) ?? { tone: 'grey', text: state };
}
