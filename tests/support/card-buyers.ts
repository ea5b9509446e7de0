import { createStoreClient, type StoreClient } from '@webpay/contract/client';
import type { CallRequest, CallResult } from '@webpay/contract/calls';
import { expect } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../apps/api/src/config/config.ts';
import { hashOf } from '../../apps/api/src/domain/declines/guard-attempt.ts';
import { countOutcome } from '../../apps/api/src/domain/declines/outcomes.ts';
import { knowImage } from './access-player.ts';
import type { TestShop } from './environment.ts';
import type { Operator } from './operator.ts';
import { CARDS, createShopper, MINIFLIX, orderFields, tokeniseAt, want } from './shopper.ts';

export type CardBuyer = Awaited<ReturnType<ReturnType<typeof cardBuyers>['buyer']>>;

/** Players who try cards, and what the shop counts of it. */
export function cardBuyers(environment: () => TestShop, operator: Operator) {
  let nextNetwork = 0;

  /** A player behind an address, who opens and pays orders call by call. */
  async function buyer(address = `198.51.100.${(nextNetwork += 1)}`) {
    const shopper = await createShopper(environment());
    const shelf = await want(shopper.client.call('productLists', shopper.place));
    const product = shelf.goods[0]?.product_id ?? '';
    const clientAt = (offsetMs: number): StoreClient => {
      const client = createStoreClient({
        baseUrl: environment().url,
        secret: DEFAULT_SIGN_SECRET,
        ...MINIFLIX,
        headers: { 'x-forwarded-for': address },
        now: () => Date.now() + offsetMs,
      });
      client.useToken(shopper.userToken);
      return client;
    };
    let client = clientAt(0);
    const open = (more: Partial<CallRequest<'orderCreate'>> = {}) =>
      client.call('orderCreate', { ...orderFields(product), ...more });
    const solve = async () =>
      knowImage(operator.ctx(), (await want(client.call('captcha', {}))).v_code_md5);
    const submit = async ({ pay }: Pick<CallResult<'orderCreate'>, 'pay'>, card: string) => {
      const paymentToken = await tokeniseAt(environment(), pay, card);
      const sessionKey = pay !== null && 'session_key' in pay ? pay.session_key : '';
      return client.call('payermaxCard', { sessionKey, paymentToken });
    };
    return {
      ...shopper,
      open,
      solve,
      submit,
      moveTo: (offsetMs: number) => {
        client = clientAt(offsetMs);
      },
      /** Pays a new order. @returns its state */
      pay: async (card: string, more: Parameters<typeof open>[0] = {}) =>
        (await want(submit(await want(open(more)), card))).state,
    };
  }

  /** Declines of unknown characters, as their gateway reports them. */
  async function recordDeclines(
    count: number,
    prefix: string,
    { project = 'miniflix', network }: { readonly project?: string; readonly network?: string },
  ): Promise<void> {
    const ctx = operator.ctx();
    await ctx.db.transaction(async (tx) => {
      for (let n = 0; n < count; n += 1) {
        const attemptId = `${prefix}-${crypto.randomUUID()}`;
        const attempt = { attemptId, orderId: prefix, project, playerId: -1 - n };
        await countOutcome(ctx, tx, attempt, {
          kind: 'declined',
          failure: 'declined',
          gatewayRef: null,
        });
      }
    });
    if (network === undefined) return;
    await operator
      .db()
      .pool.query(`update attempt_outcomes set network = $1 where attempt_id like $2`, [
        hashOf(ctx, 'network', network),
        `${prefix}-%`,
      ]);
  }

  return { buyer, recordDeclines, lastNetwork: () => `198.51.100.${nextNetwork}` };
}

export async function decline(one: CardBuyer, times: number, isProven = false) {
  for (let n = 0; n < times; n += 1) {
    expect(await one.pay(CARDS.declined, isProven ? await one.solve() : {})).toBe('failed');
  }
}
