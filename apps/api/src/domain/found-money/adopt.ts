import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { Refusal } from '../../errors.ts';
import { isSoldFrom } from '../catalog/event-goods.ts';
import { goodsForOrder, type GoodsRow } from '../catalog/queries.ts';
import { insertDelivery } from '../mail/delivery-queries.ts';
import { GIVE_UP_AFTER_MS } from '../mail/rules.ts';
import { newId } from '../orders/ids.ts';
import { checkLimits, limitedGoods } from '../orders/limits.ts';
import { productsKey, type OrderedProduct } from '../orders/price-lines.ts';
import { lockPlayer } from '../orders/queries.ts';
import type { Recipient } from '../orders/columns.ts';
import { cidOf, lookUpRole } from '../players/look-up-role.ts';
import { savePlayer } from '../players/queries.ts';
import { refused } from '../support/rules.ts';
import { bookFound, decideOnce, type FoundEnd } from './decide.ts';
import { lookAgain, UNKNOWN_COUNTRY, type FoundMoney } from './look-again.ts';
import { insertFoundOrder, isOrder } from './queries.ts';
import { orderNamedBy, priceFound } from './rules.ts';

type Adoption = {
  /** The number of the difference. */
  readonly number: number;
  readonly project: string;
  readonly serverId: string;
  readonly cid: string;
  readonly products: readonly OrderedProduct[];
  /** Accepts goods whose price differs from the captured sum. */
  readonly allowOtherSum: boolean;
  readonly because: string;
};

/**
 * Turns found money into a paid order of a character. The operator names the goods, and the outbox
 * sends them like any other. The total of the order is always the captured sum.
 * @throws Refusal NO_SUCH_CHARACTER, MAINTENANCE, GATEWAY_SILENT: the game's answer
 */
export async function adoptFoundMoney(ctx: Ctx, adoption: Adoption, finish?: FoundEnd) {
  const project = ctx.catalogue.project(adoption.project);
  if (project === null) return refused('no_such_project');
  const server = project.servers.get(adoption.serverId);
  if (server === undefined) return refused('no_such_server');
  const looked = await lookAgain(ctx, adoption.number);
  if (looked.kind === 'refused') return looked;
  const cid = cidOf(project, adoption.cid);
  const role = await lookUpRole(ctx, project, server, cid, project.lang_default);
  if (role.kind !== 'found') return refused('no_such_character');
  const recipient = role.role;
  const input = { ...adoption, lang: project.lang_default, recipient };
  return decideOnce(ctx, looked.found, async (tx) => {
    const adopted = await adopt(ctx, tx, looked.found, input);
    if (adopted.kind === 'done') await finish?.(tx, { ...adopted, project: adoption.project });
    return adopted;
  });
}

async function adopt(
  ctx: Ctx,
  tx: Tx,
  found: FoundMoney,
  input: Adoption & { readonly lang: string; readonly recipient: Recipient },
) {
  const { project, products, recipient, because } = input;
  const { amount, currency } = found.capture;
  const now = ctx.clock.now();
  const player = await tx.one(savePlayer, {
    project,
    serverId: recipient.server_id,
    cid: recipient.cid,
    prId: recipient.pr_id,
    serverName: recipient.server_name,
    name: recipient.name,
    level: recipient.level,
    seenAt: now,
  });
  const { flagged_at: flaggedAt } = await tx.one(lockPlayer, { playerId: player.id });
  if (flaggedAt !== null) return refused('player_is_flagged');
  const productIds = products.map((each) => each.product_id);
  const rows = await tx.many(goodsForOrder, { project, productIds, currency });
  const goods = new Map(rows.map((row) => [row.product_id, row]));
  const lines = products.flatMap((each) => {
    const good = goods.get(each.product_id);
    return good === undefined || !isSoldFrom(good.kind, 'direct') ? [] : [{ ...each, good }];
  });
  if (lines.length < products.length) return refused('no_such_goods');
  if (await isLimitReached(ctx, tx, player.id, products, goods)) return refused('limit_is_reached');
  const wanted = lines.map(({ count, good }) => ({ count, priceMinor: good.price_minor }));
  const unitMinors = priceFound(wanted, amount, input.allowOtherSum);
  if (typeof unitMinors === 'string') return refused(unitMinors);
  const { orderId, n } = await numberOf(ctx, tx, found);
  await tx.run(insertFoundOrder, {
    orderId,
    project,
    playerId: player.id,
    productsKey: productsKey(products),
    state: 'success',
    reason: null,
    country: found.named?.country ?? UNKNOWN_COUNTRY,
    currency,
    totalMinor: amount,
    usdMinor: usdOf(lines),
    lang: input.lang,
    recipient,
    paidAt: now,
    now,
    productIds,
    counts: lines.map(({ count }) => count),
    unitMinors: [...unitMinors],
    soldItems: lines.map(({ good }) => soldOf(good)),
    detail: { total_minor: amount, currency, because },
  });
  await bookFound(ctx, tx, found, {
    orderId,
    project,
    n,
    event: 'paid',
    decision: 'adopted',
    because,
  });
  const real = ctx.clock.real();
  await tx.many(insertDelivery, {
    deliveryId: newId(ctx),
    orderId,
    nextAttemptAt: real,
    giveUpAt: new Date(real.getTime() + GIVE_UP_AFTER_MS),
    now,
  });
  return { kind: 'done', orderId, recipient, amount, currency } as const;
}

async function isLimitReached(
  ctx: Ctx,
  tx: Tx,
  playerId: number,
  products: readonly OrderedProduct[],
  goods: ReadonlyMap<string, GoodsRow>,
): Promise<boolean> {
  try {
    await checkLimits(ctx, tx, playerId, limitedGoods(products, goods), '');
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

/** Reuses the order id inside the merchant's number if it is free, so that the payer's old page shows the order. */
async function numberOf(ctx: Ctx, tx: Tx, { capture, isNumberTaken }: FoundMoney) {
  const held = isNumberTaken ? null : orderNamedBy(capture.attemptId);
  const isFree = held !== null && !(await tx.one(isOrder, { orderId: held.orderId })).is_so;
  return isFree ? held : { orderId: newId(ctx), n: 1 };
}

type AdoptedLine = OrderedProduct & { readonly good: GoodsRow };

/** The order's sum in US cents, for events; null when a product has no dollar price. */
function usdOf(lines: readonly AdoptedLine[]): number | null {
  return lines.reduce<number | null>(
    (sum, { count, good }) =>
      sum === null || good.usd_minor === null ? null : sum + good.usd_minor * count,
    0,
  );
}

function soldOf({ kind, data }: GoodsRow) {
  const { name, image, contents, bonus } = data;
  return { kind, name, image, contents, bonus };
}
