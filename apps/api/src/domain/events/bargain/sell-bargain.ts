import type { Ctx } from '../../../context.ts';
import type { Tx } from '../../../platform/db/pool.ts';
import { Refusal } from '../../../errors.ts';
import {
  beginRound,
  type PayCountries,
  refuseMoved,
  seenByPlayer,
  whereaboutsOf,
} from '../country.ts';
import { runningEvent } from '../find-event.ts';
import { rulesOf } from '../kind.ts';
import type { Line, OrderSource } from '../../orders/price-lines.ts';
import { minimumPrice } from './price.ts';
import { bargainRules, type PackTerms } from './rules.ts';
import { termsOfOrder } from './queries.ts';
import { chosenPack, isBought, packsLeft, priceNow, readProgress } from './progress.ts';

type Purchase = {
  readonly project: string;
  readonly playerId: number;
  readonly currency: string;
} & PayCountries;

/**
 * S10: sells the chosen pack at its minimum, and nothing of the event at another price, under the
 * player's lock. An order keeps its terms after coupon and event, also for another country's price.
 * @param orderId the order being paid; '' for a new one
 * @throws Refusal NOT_IN_ACTIVITY_TIME, ALL_PACKS_BOUGHT, NOT_PURCHASABLE, NO_PRICE, ITEM_MAXIMUM
 */
export async function sellBargain(
  ctx: Ctx,
  tx: Tx,
  purchase: Purchase & { readonly source: OrderSource },
  lines: readonly Line[],
  orderId: string,
): Promise<readonly Line[]> {
  if (purchase.source !== 'bargain') return lines;
  if (orderId !== '') {
    const sells = (packs: readonly PackTerms[]) =>
      packs.some((pack) => lines.some(({ productId }) => productId === pack.product_id));
    const bargains = (ctx.catalogue.project(purchase.project)?.events ?? []).filter(
      (event) => event.kind === 'bargain' && sells(rulesOf(event, bargainRules).packs),
    );
    await refuseMoved(tx, bargains, purchase.country, orderId);
  }
  const packs =
    orderId === ''
      ? [await packOnSale(ctx, tx, purchase, lines)]
      : (await tx.maybe(termsOfOrder, { playerId: purchase.playerId, orderId }))?.rules.packs;
  // Made before coupons existed: sold at the price of its good.
  if (packs === undefined) return lines;
  return lines.map((line) => {
    const pack = packs.find(({ product_id }) => product_id === line.productId);
    if (pack === undefined) {
      throw new Refusal('NOT_PURCHASABLE', { product_id: line.productId });
    }
    if (line.count !== 1) throw new Refusal('ITEM_MAXIMUM', { product_id: line.productId, max: 1 });
    return {
      ...line,
      unitMinor: minimumPrice(pack, purchase.currency),
      usdMinor: minimumPrice(pack, 'USD'),
    };
  });
}

async function packOnSale(
  ctx: Ctx,
  tx: Tx,
  purchase: Purchase,
  lines: readonly Line[],
): Promise<PackTerms> {
  const project = ctx.catalogue.project(purchase.project);
  if (project === null) throw new Refusal('NO_SUCH_PROJECT');
  const player = { player_id: purchase.playerId };
  const seen = await seenByPlayer(tx, project, player, whereaboutsOf(purchase));
  const event = runningEvent(seen.project, 'bargain', ctx.clock.now());
  const progress = await readProgress(ctx, tx, player, event);
  if (packsLeft(progress).length === 0) throw new Refusal('ALL_PACKS_BOUGHT');
  const ordered = progress.terms.packs.find(({ product_id }) => product_id === lines[0]?.productId);
  if (ordered !== undefined && isBought(progress, ordered)) {
    throw new Refusal('ITEM_MAXIMUM', { product_id: ordered.product_id, max: 1 });
  }
  const pack = chosenPack(progress);
  if (pack === null) throw new Refusal('NOT_PURCHASABLE');
  const { price, minimum } = priceNow(progress, pack, purchase.currency);
  if (price !== minimum) throw new Refusal('NOT_PURCHASABLE', { product_id: pack.product_id });
  await beginRound(ctx, tx, player, event, seen);
  return pack;
}
