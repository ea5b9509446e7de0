import type { CallResult } from '@webpay/contract/calls';
import type { ResolutionKind } from '@webpay/contract/money-back';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { newId } from '../orders/ids.ts';
import { lockOrder } from '../orders/queries.ts';
import { mayBeFiled, requestText, requestYear } from './rules.ts';
import { insertRequest, orderToFile, requestsOfPlayer } from './queries.ts';

/**
 * Files the player's request of this calendar year (UTC) on one of their own orders (F17).
 * @throws Refusal NOT_ACCEPTED for the text; NO_SUCH_ORDER; RESOLUTION_USED; WRONG_STATE
 */
export async function createRequest(
  ctx: Ctx,
  input: {
    readonly playerId: number;
    readonly orderId: string;
    readonly kind: ResolutionKind;
    readonly text: string;
  },
): Promise<CallResult<'resolutionCreate'>> {
  const text = requestText(input.text);
  if (text === null) throw new Refusal('NOT_ACCEPTED');
  const { playerId, orderId, kind } = input;
  return ctx.db.transaction(async (tx) => {
    // Waits for other changes of the order before it reads.
    await tx.maybe(lockOrder, { orderId });
    const order = await tx.maybe(orderToFile, { orderId });
    if (order === null || order.player_id !== playerId) throw new Refusal('NO_SUCH_ORDER');
    const now = ctx.clock.now();
    const year = requestYear(now);
    const earlier = await tx.many(requestsOfPlayer, { playerId });
    if (earlier.some((each) => each.year === year)) throw new Refusal('RESOLUTION_USED');
    const { state, delivery, left_minor: left } = order;
    if (!mayBeFiled(kind, { state, delivery, left })) throw new Refusal('WRONG_STATE');
    const request = { requestId: newId(ctx), playerId, orderId, year, kind, text, createdAt: now };
    const made = await tx.maybe(insertRequest, request);
    // A concurrent request for another order won.
    if (made === null) throw new Refusal('RESOLUTION_USED');
    return { request_id: made.id, state: 'open', year };
  });
}
