import type pg from 'pg';
import { buildContext } from '../../apps/api/src/build-context.ts';
import { readConfig } from '../../apps/api/src/config/config.ts';
import type { Ctx } from '../../apps/api/src/context.ts';
import { cartLimitsOf } from '../../apps/api/src/domain/catalog/cart-limits.ts';
import { findChannel, type ChannelRow } from '../../apps/api/src/domain/catalog/channels.ts';
import { applyPaymentResult } from '../../apps/api/src/domain/inbox/apply-payment-message.ts';
import { cancelOrder } from '../../apps/api/src/domain/payments/cancel-order.ts';
import { expireOrder } from '../../apps/api/src/domain/payments/expire-order.ts';
import { openAtGateway } from '../../apps/api/src/domain/payments/open-at-gateway.ts';
import { prepareAttempt } from '../../apps/api/src/domain/payments/prepare-attempt.ts';
import { queryAttempt } from '../../apps/api/src/domain/payments/query-attempt.ts';
import { resolveIndeterminate } from '../../apps/api/src/domain/payments/resolve-indeterminate.ts';
import { attemptById } from '../../apps/api/src/domain/payments/queries.ts';
import { submitAttempt } from '../../apps/api/src/domain/payments/submit-attempt.ts';
import { Refusal } from '../../apps/api/src/errors.ts';
import type { Instrument } from '../../apps/api/src/gateways/instrument.ts';
import type { GatewayResult } from '../../apps/api/src/gateways/port.ts';
import type { Provider } from './paper-shop.ts';

const PROJECT = 'miniflix';
const PLAYER = `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
  values ($1, '112', $2, '1', 'S01', 'Test', 1, now()) returning id`;
const INBOX = `insert into gateway_inbox (provider, event_key, event_type, body, received_at, next_attempt_at)
  values ($1, $2, 'model', '', now(), now()) returning id`;
const CHEAPEST = `select product_id, amount_minor from prices join products using (project, product_id)
  where project = $1 and currency = 'USD' and kind = 'topup' and limit_max is null order by amount_minor limit 1`;

/** A call that waits for the walk's answer; without one, its process was killed. */
type Pending = {
  readonly answer: (result: GatewayResult) => void;
  readonly operation: Promise<unknown>;
};

/**
 * The shop's operations on one order in the database; each runs until it ends or calls a gateway.
 */
export type RealShop = {
  readonly orderId: string;
  readonly amount: number;
  readonly pool: pg.Pool;
  /** Oldest first. */
  readonly calls: Pending[];
  setTime(nowMs: number): void;
  choose(provider: Provider): Promise<void>;
  walletOpened(n: number, isMade: boolean): Promise<void>;
  submit(n: number, provider: Provider): Promise<void>;
  query(n: number): Promise<void>;
  resolveIndeterminate(n: number): Promise<void>;
  cancel(): Promise<void>;
  expire(live: number | null): Promise<void>;
  store(n: number, provider: Provider, result: GatewayResult): Promise<Stored>;
  apply(stored: Stored): Promise<void>;
  answer(call: Pending, n: number, result: GatewayResult): Promise<void>;
};

export type Stored = {
  readonly id: number;
  readonly n: number;
  readonly provider: Provider;
  readonly result: GatewayResult;
};

export type RealShops = {
  /** A new order of a new player, with its first attempt. */
  open(name: string, first: Provider): Promise<RealShop>;
  close(): Promise<void>;
};

export async function realShops(databaseUrl: string): Promise<RealShops> {
  const config = { ...readConfig({ LIMIT_SCALE: '1000' }), databaseUrl };
  const built = await buildContext(config, { name: 'model', connections: 4, logTo: 'stderr' });
  built.ctx.log.level = 'silent';
  return { open: (name, first) => openOne(built.ctx, name, first), close: built.close };
}

async function openOne(given: Ctx, name: string, first: Provider): Promise<RealShop> {
  const { pool } = given.db;
  const startedAt = Date.now();
  let nowMs = 0;
  let opens = true;
  const calls: Pending[] = [];
  /** The operation that owns the next call. */
  let running: Promise<unknown> = Promise.resolve();
  let called = (): void => undefined;

  const wait = (): Promise<GatewayResult> =>
    new Promise((resolve) => {
      calls.push({ answer: resolve, operation: running });
      called();
    });
  const outside = {
    canCharge: () => true,
    open: async () =>
      opens
        ? ({
            kind: 'wallet_order',
            gatewayRef: refOf(opening),
            approveUrl: 'https://wallet.example',
          } as const)
        : ({ kind: 'silent', why: 'no answer' } as const),
    submit: wait,
    query: wait,
  };
  let opening = '';
  const now = (): Date => new Date(startedAt + nowMs);
  const ctx: Ctx = {
    ...given,
    clock: { now, nowMs: () => now().getTime(), real: now },
    gateways: {
      ...given.gateways,
      payermax: { ...given.gateways.payermax, ...outside },
      paypal: { ...given.gateways.paypal, ...outside },
    },
  };

  /** Runs one operation until it ends or calls a gateway; a refusal is a normal end. */
  const run = async (operation: () => Promise<unknown>): Promise<void> => {
    let start = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      start = resolve;
    });
    const promise = begun.then(operation).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
    running = promise;
    const out = new Promise<void>((resolve) => {
      called = resolve;
    });
    start();
    await Promise.race([promise, out]);
  };

  const project = ctx.catalogue.project(PROJECT);
  if (project === null) throw new Error('no project');
  const { rows: goods } = await pool.query<{ product_id: string; amount_minor: number }>(CHEAPEST, [
    PROJECT,
  ]);
  const { rows: players } = await pool.query<{ id: number }>(PLAYER, [PROJECT, name]);
  const [good, player] = [goods[0], players[0]];
  if (good === undefined || player === undefined) throw new Error('nothing to buy, or nobody');
  const channels: Record<Provider, ChannelRow> = {
    payermax: findChannel(ctx, project, 'card', 'US'),
    paypal: findChannel(ctx, project, 'paypal', 'US'),
  };
  const choose = (provider: Provider) =>
    prepareAttempt(ctx, {
      project: PROJECT,
      playerId: player.id,
      recipient: {
        pr_id: '1',
        server_id: '112',
        server_name: 'S01',
        cid: name,
        name: 'Test',
        level: 1,
      },
      lang: 'en',
      products: [{ product_id: good.product_id, count: 1 }],
      source: 'direct',
      country: 'US',
      currency: 'USD',
      channel: channels[provider],
      redirectUrl: '',
      orderKey: `model-${name}`,
      totalSeen: null,
      caller: {
        network: '127.0.0.1',
        block: '127.0.0.0/24',
        hasImageCode: false,
        canProve: true,
        isCrowd: false,
      },
      ...cartLimitsOf(project),
    });
  const { attempt } = await choose(first);
  const orderId = attempt.order_id;
  const idOf = (n: number): string => `A${orderId}_${n}`;
  const refOf = (id: string): string => `G${id}`;
  const asHere = (n: number, result: GatewayResult): GatewayResult =>
    withNumbers(result, refOf(idOf(n)));
  const payer = {
    clientIp: '127.0.0.1',
    userAgent: 'model',
    terminal: 'WEB',
    redirectUrl: null,
    data: {},
    network: '127.0.0.1',
    block: '127.0.0.0/24',
  } as const;
  const apply = ({ id, n, provider, result }: Stored): Promise<void> =>
    run(() =>
      applyPaymentResult(
        ctx,
        // The state is only a hint: a repeat is looked up.
        { id, provider, merchant: null, attempt_state: 'SUCCEEDED', received_at: now() },
        {
          eventKey: `model-${id}`,
          eventType: 'model',
          attemptId: idOf(n),
          gatewayRef: null,
          result: asHere(n, result),
          update: null,
        },
      ),
    );

  return {
    orderId,
    amount: good.amount_minor,
    pool,
    calls,
    setTime: (ms) => {
      nowMs = ms;
    },
    choose: (provider) => run(() => choose(provider)),
    walletOpened: (n, isMade) =>
      run(async () => {
        opens = isMade;
        opening = idOf(n);
        await openAtGateway(
          ctx,
          await ctx.db.one(attemptById, { attemptId: idOf(n) }),
          channels.paypal,
        );
      }),
    submit: (n, provider) => {
      const instrument: Instrument =
        provider === 'paypal'
          ? { kind: 'wallet_order' }
          : { kind: 'card_session', paymentToken: 't', sessionKey: 's' };
      return run(() => submitAttempt(ctx, idOf(n), instrument, payer, 'player'));
    },
    query: (n) => run(() => queryAttempt(ctx, idOf(n))),
    resolveIndeterminate: (n) => run(() => resolveIndeterminate(ctx, idOf(n))),
    // Each by a process of its own: those of one process share the question to the gateway.
    cancel: () => run(() => cancelOrder({ ...ctx, gateways: { ...ctx.gateways } }, orderId)),
    expire: (live) =>
      run(() => expireOrder(ctx, { orderId, attemptId: live === null ? null : idOf(live) })),
    store: async (n, provider, result) => {
      const key = `model-${crypto.randomUUID()}`;
      const { rows } = await pool.query<{ id: number }>(INBOX, [provider, key]);
      return { id: rows[0]?.id ?? 0, n, provider, result };
    },
    apply,
    answer: async (call, n, result) => {
      running = call.operation;
      const out = new Promise<void>((resolve) => {
        called = resolve;
      });
      call.answer(asHere(n, result));
      await Promise.race([call.operation, out]);
    },
  };
}

/** Uses the gateway references of this attempt: they are unique in the database. */
function withNumbers(result: GatewayResult, ref: string): GatewayResult {
  if (result.kind === 'paid') return { ...result, gatewayRef: ref, captureRef: ref };
  if (result.kind === 'approved') return { ...result, gatewayRef: ref };
  return 'gatewayRef' in result && result.gatewayRef !== null
    ? { ...result, gatewayRef: ref }
    : result;
}
