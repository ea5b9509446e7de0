import { randomBytes } from 'node:crypto';
import type { Db } from '../../apps/api/src/platform/db/pool.ts';
import { storeMessage } from '../../apps/api/src/domain/inbox/queries.ts';
import { recordAttempt } from '../../apps/api/src/domain/mail/queries.ts';
import { lockPlayer } from '../../apps/api/src/domain/orders/queries.ts';
import { soldLines } from '../../apps/api/src/domain/orders/sold-goods.ts';
import { orderForView } from '../../apps/api/src/domain/orders/view-queries.ts';
import {
  insertOrderWithAttempt,
  orderFacts,
} from '../../apps/api/src/domain/payments/first-attempt-queries.ts';
import {
  lockAttemptOfPlayer,
  lockAttemptOfSession,
  storeSession,
} from '../../apps/api/src/domain/payments/queries.ts';
import {
  transitionAttempt,
  transitionPaid,
} from '../../apps/api/src/domain/payments/transition-queries.ts';
import { countAdmitted } from '../../apps/api/src/domain/players/queries.ts';
import { leastSession } from './least-session.ts';
import { COUNTRY, PROJECT } from './player.ts';

/**
 * The statements of one card purchase in the shop's transactions. purchases.ts compares the row
 * counts with the shop's.
 */

export type Buyer = {
  readonly playerId: number;
  readonly tokenHash: Buffer;
  readonly recipient: {
    readonly pr_id: string;
    readonly server_id: string;
    readonly server_name: string;
    readonly cid: string;
    readonly name: string;
    readonly level: number;
  };
  readonly productId: string;
};

export type Ids = {
  readonly order: string;
  readonly attempt: string;
  readonly delivery: string;
  readonly session: string;
  /** Known once the order is made. */
  amountMinor: number;
};

const HALF_HOUR_MS = 1_800_000;
const LEASE_MS = 15_000;
const CURRENCY = 'USD';

export function newIds(): Ids {
  const order = randomBytes(10).toString('hex');
  return {
    order,
    attempt: `A${order}_1`,
    delivery: randomBytes(10).toString('hex'),
    session: randomBytes(16).toString('hex'),
    amountMinor: 0,
  };
}

/** order/create before the gateway's call. */
export async function makeOrder(db: Db, buyer: Buyer, ids: Ids): Promise<void> {
  await findSession(db, buyer);
  const now = new Date();
  const window = new Date(now.getTime() - (now.getTime() % 60_000));
  await db.many(countAdmitted, {
    key: `order:${buyer.playerId}`,
    windowStart: window,
    most: Infinity,
    keys: [],
    windowStarts: [],
  });
  await db.transaction(async (tx) => {
    await tx.one(lockPlayer, { playerId: buyer.playerId });
    const method = { project: PROJECT.websiteCode, payId: 'card', country: COUNTRY };
    const { goods } = await tx.one(orderFacts, {
      ...method,
      productIds: [buyer.productId],
      currency: CURRENCY,
      exceptOrderId: '',
      dayStart: now,
      playerId: buyer.playerId,
      orderKey: ids.order,
      attemptId: '',
      networks: [],
      blocks: [],
      now,
      underWaySince: now,
    });
    const [good] = goods ?? [];
    if (good === undefined) throw new Error(`no good ${buyer.productId}`);
    const { name, image, contents, bonus } = good.data;
    const price = good.price_minor ?? 0;
    ids.amountMinor = price;
    await tx.one(insertOrderWithAttempt, {
      attemptId: ids.attempt,
      payId: 'card',
      provider: 'payermax',
      merchant: null,
      method: 'card',
      state: 'CREATED',
      offersSaving: false,
      nextQueryAt: null,
      orderId: ids.order,
      project: PROJECT.websiteCode,
      playerId: buyer.playerId,
      source: 'direct',
      orderKey: ids.order,
      productsKey: `${buyer.productId}*1`,
      country: COUNTRY,
      currency: CURRENCY,
      totalMinor: price,
      lang: 'en',
      recipient: buyer.recipient,
      returnsToPayment: true,
      redirectUrl: 'http://localhost/payment',
      createdAt: now,
      expiresAt: new Date(now.getTime() + HALF_HOUR_MS),
      productIds: [buyer.productId],
      counts: [1],
      unitMinors: [price],
      ...soldLines([{ kind: good.kind, name, image, contents, bonus }], ['en']),
      usdMinor: good.usd_minor,
      taxThousandths: 0,
      taxMinor: 0,
      taxName: null,
    });
  });
}

/** order/create after it. */
export async function keepSession(db: Db, ids: Ids): Promise<void> {
  await db.one(storeSession, {
    attemptId: ids.attempt,
    clientKey: 'key',
    sessionKey: ids.session,
    sessionOpenedAt: new Date(),
    offersSaving: false,
    previousOpenedAt: null,
  });
}

/** recharge/card before the gateway's call. */
export async function submit(db: Db, buyer: Buyer, ids: Ids): Promise<void> {
  await findSession(db, buyer);
  await db.transaction(async (tx) => {
    const { amount_minor } = await tx.one(lockAttemptOfSession, { sessionKey: ids.session });
    await tx.run(transitionAttempt, move(ids, 'SUBMITTING', amount_minor));
  });
}

/** recharge/card after it: applies the answer, creates the delivery with its leased mail. */
export async function applyAnswer(db: Db, buyer: Buyer, ids: Ids): Promise<void> {
  await db.transaction(async (tx) => {
    const { amount_minor } = await tx.one(lockAttemptOfPlayer, { attemptId: ids.attempt });
    const now = new Date();
    await tx.one(transitionPaid, {
      ...move(ids, 'SUCCEEDED', amount_minor),
      project: PROJECT.websiteCode,
      playerId: buyer.playerId,
      deliveryId: ids.delivery,
      serverId: buyer.recipient.server_id,
      mailAt: now,
      giveUpAt: new Date(now.getTime() + HALF_HOUR_MS),
      leaseUntil: new Date(now.getTime() + LEASE_MS),
    });
  });
}

function move(ids: Ids, to: 'SUBMITTING' | 'SUCCEEDED', amountMinor: number) {
  const now = new Date();
  const isPaid = to === 'SUCCEEDED';
  return {
    attemptId: ids.attempt,
    orderId: ids.order,
    toState: to,
    failure: null,
    gatewayRef: isPaid ? `T${ids.order}` : null,
    captureRef: isPaid ? `T${ids.order}` : null,
    capturedMinor: isPaid ? amountMinor : null,
    cardBrand: null,
    cardMasked: null,
    approveUrl: null,
    actionUrl: null,
    payCode: null,
    expiresAt: null,
    remindAt: null,
    captureAttempts: 0,
    submittedAt: now,
    requestedAt: now,
    nextQueryAt: isPaid ? null : new Date(now.getTime() + LEASE_MS),
    queries: 0,
    notFoundCount: 0,
    unresolvedSince: isPaid ? null : now,
    now,
    orderState: isPaid ? 'success' : 'waiting',
    orderReason: isPaid ? null : 'unknown',
    paidAt: isPaid ? now : null,
    source: isPaid ? 'answer' : 'player',
    event: isPaid ? 'paid' : 'submitted',
    fromState: isPaid ? 'SUBMITTING' : 'CREATED',
    detail: {},
  };
}

/** The server after the game's call. */
export async function recordMail(db: Db, ids: Ids): Promise<void> {
  const now = new Date();
  await db.maybe(recordAttempt, {
    id: ids.delivery,
    attempts: 1,
    state: 'delivered',
    fromState: 'queued',
    reason: null,
    nextAttemptAt: now,
    mailId: 'm1',
    now,
    realNow: now,
    isSilent: false,
    maybeGiven: false,
    isParked: false,
    why: null,
  });
}

/** The webhook: stored as applied, with the card of the receipt; acknowledged. */
export async function storeWebhook(db: Db, ids: Ids, body: Buffer): Promise<void> {
  const now = new Date();
  await db.one(storeMessage, {
    provider: 'payermax',
    merchant: null,
    eventKey: `PAYMENT|${ids.attempt}|SUCCESS|`,
    eventType: 'PAYMENT',
    paymentNumber: ids.attempt,
    body,
    receivedAt: now,
    nextAttemptAt: now,
    attemptId: ids.attempt,
    amountMinor: ids.amountMinor,
    currency: CURRENCY,
    gatewayRef: `T${ids.order}`,
    captureRef: `T${ids.order}`,
    cardBrand: 'VISA',
    cardMasked: '411111******1111',
  });
}

/** order/inquire */
export async function look(db: Db, buyer: Buyer, ids: Ids): Promise<void> {
  await findSession(db, buyer);
  await db.maybe(orderForView, { orderId: ids.order });
}

export async function findSession(db: Db, buyer: Pick<Buyer, 'tokenHash'>) {
  return db.one(leastSession, { tokenHash: buyer.tokenHash, now: new Date() });
}
