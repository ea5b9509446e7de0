import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { newId } from '../orders/ids.ts';
import { insertRefund, lockOrder, lockPlayer } from '../orders/queries.ts';
import { savePlayer } from '../players/queries.ts';
import { refused } from '../support/rules.ts';
import { bookFound, decideOnce, type Booking, type FoundEnd } from './decide.ts';
import { lookAgain, UNKNOWN_COUNTRY, type FoundMoney } from './look-again.ts';
import { insertFoundOrder } from './queries.ts';

type PayBack = {
  /** The number of the difference. */
  readonly number: number;
  /** The project whose ledger includes the money; needed only if no order has the money's number. */
  readonly project: string | null;
  readonly because: string;
};

/**
 * Pays all found money back to its payer. The refund counts as one of money that bought nothing: the
 * sweep sends it, and sends it again each day while its gateway refuses.
 */
export async function payBackFoundMoney(ctx: Ctx, decision: PayBack, finish?: FoundEnd) {
  const { project } = decision;
  if (project !== null && ctx.catalogue.project(project) === null)
    return refused('no_such_project');
  const looked = await lookAgain(ctx, decision.number);
  if (looked.kind === 'refused') return looked;
  const { found } = looked;
  const carrier = found.named?.project ?? project ?? onlyProject(ctx);
  if (carrier === null) return refused('found_money_needs_a_project');
  if (project !== null && project !== carrier) return refused('found_money_has_its_project');
  return decideOnce(ctx, found, async (tx) => {
    const done = await payBack(ctx, tx, found, carrier, decision.because);
    await finish?.(tx, { ...done, project: carrier });
    return done;
  });
}

function onlyProject(ctx: Ctx): string | null {
  const [first, ...others] = ctx.catalogue.projects();
  return others.length === 0 ? (first?.code ?? null) : null;
}

async function payBack(ctx: Ctx, tx: Tx, found: FoundMoney, project: string, because: string) {
  const { amount, currency } = found.capture;
  const place =
    found.named === null
      ? await placeOfNobody(ctx, tx, found, project, because)
      : await namedPlace(tx, found.named);
  const { orderId } = place;
  const booking = { ...place, project, decision: 'paid_back', because } as const;
  const attemptId = await bookFound(ctx, tx, found, booking);
  const { id: refundId } = await tx.one(insertRefund, {
    orderId,
    attemptId,
    amountMinor: amount,
    currency,
    // Money that bought nothing: owed until it is back, and sent again by itself.
    reason: 'double_payment',
    insteadOf: null,
    source: 'operator',
    nextAttemptAt: ctx.clock.real(),
    now: ctx.clock.now(),
    detail: { amount_minor: amount, because },
  });
  return { kind: 'done', refundId, orderId, amount, currency } as const;
}

type Place = Pick<Booking, 'orderId' | 'n' | 'event'>;

/** The order that the money's number names: its player reads there that the money came and went back. */
async function namedPlace(tx: Tx, named: NonNullable<FoundMoney['named']>): Promise<Place> {
  const { order_id: orderId, player_id: playerId } = named;
  await tx.one(lockPlayer, { playerId });
  const { state } = await tx.one(lockOrder, { orderId });
  const isPaid = state === 'success' || state === 'refunded';
  return { orderId, n: null, event: isPaid ? 'double_payment' : 'too_late_for_this_order' };
}

/** An unknown payer. No server has this id, so nobody can sign in as this player. */
const NOBODY = { pr_id: '', server_id: '', server_name: '', cid: '', name: '', level: 0 };

/** An order without goods and without a player, because every refund belongs to an order. */
async function placeOfNobody(
  ctx: Ctx,
  tx: Tx,
  { capture }: FoundMoney,
  project: string,
  because: string,
): Promise<Place> {
  const { amount, currency } = capture;
  const now = ctx.clock.now();
  const { pr_id: prId, server_id: serverId, server_name: serverName, ...rest } = NOBODY;
  const player = await tx.one(savePlayer, {
    project,
    prId,
    serverId,
    serverName,
    ...rest,
    seenAt: now,
  });
  const orderId = newId(ctx);
  await tx.run(insertFoundOrder, {
    orderId,
    project,
    playerId: player.id,
    productsKey: '',
    state: 'failed',
    reason: 'error',
    country: UNKNOWN_COUNTRY,
    currency,
    totalMinor: amount,
    usdMinor: null,
    lang: ctx.catalogue.project(project)?.lang_default ?? 'en',
    recipient: NOBODY,
    paidAt: null,
    now,
    productIds: [],
    counts: [],
    unitMinors: [],
    soldItems: [],
    detail: { total_minor: amount, currency, because },
  });
  return { orderId, n: 1, event: 'found_money' };
}
