import type { ConsoleResult } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { logOutsOfOrder } from '../access/queries.ts';
import { itemsGiven } from '../orders/given.ts';
import { readOrderNumber } from '../orders/order-number.ts';
import { soldItem } from '../orders/columns.ts';
import { fieldsOf } from '../../platform/http-client/json.ts';
import { explainOrder } from './explain-order.ts';
import type { HistoryEvent } from './event-sentences.ts';
import { characterOf, inEnglish } from './names.ts';
import { mainPayment, type OrderFacts } from './order-facts.ts';
import { MAX_NOTES, noteOf, notesOfOrder } from './note-queries.ts';
import { moneyOf, numbersOf, type KeptTax } from './order-money.ts';
import {
  figuresOfPlayer,
  goodsOfOrder,
  messagesOfPayments,
  newestEvents,
  orderHead,
  type NewestEvent,
  type OrderHead,
  type PaymentToExplain,
} from './order-queries.ts';
import { MAX_ENTRIES, timelineOf, type Rows } from './order-timeline.ts';
import { trackOf } from './order-track.ts';
import { personalValues } from './personal-values.ts';
import { readFacts } from './read-facts.ts';
import { scopeOf, type Sees } from './scope.ts';
import { stepsOfOrder } from './steps.ts';

type OrderFile = ConsoleResult<'order'>;

/**
 * An order with its cause, way, history, money, goods and numbers, read in one snapshot.
 * @param input.id the order's id or its number
 * @returns null: there is none, or the operator does not see its project
 */
export async function orderFile(
  ctx: Ctx,
  operator: Sees,
  input: { readonly id: string },
): Promise<OrderFile | null> {
  return ctx.db.transaction((tx) => readFile(ctx, tx, operator, input.id), {
    isolation: 'repeatable read',
    readOnly: true,
  });
}

async function readFile(ctx: Ctx, tx: Tx, operator: Sees, id: string): Promise<OrderFile | null> {
  const head = await findHead(tx, operator, id);
  if (head === null) return null;
  const { facts, payments } = await readFacts(ctx, tx, head);
  const explain = explainOrder(facts);
  const figures = await tx.one(figuresOfPlayer, { playerId: head.player_id });
  const goods = await tx.many(goodsOfOrder, { orderId: head.id });
  return {
    id: head.id,
    order_no: head.order_no,
    created_at: head.created_at.getTime(),
    total: { minor: head.total_minor, currency: head.currency },
    country: head.country,
    lang: head.lang,
    source: head.source,
    character: characterOf(ctx, head),
    player: { ...figures, flagged_since: facts.order.flaggedSince },
    explain,
    steps: stepsOfOrder(facts),
    notes: (await tx.many(notesOfOrder, { orderId: head.id, limit: MAX_NOTES })).map(noteOf),
    personal: await personalValues(tx, { playerId: head.player_id, orderId: head.id }),
    track: trackOf(facts),
    timeline: timelineOf(facts, await readHistory(tx, facts, head), explain.next),
    archived_before: head.archived_before,
    goods: goods.map((line) => soldGoods(ctx, head, line)),
    money: moneyOf(facts, taxOf(ctx, facts, head, payments)),
    numbers: numbersOf(facts, { orderNo: head.order_no, mallRef: head.mall_ref }),
    now: facts.now,
  };
}

export function findHead(tx: Tx, operator: Sees, id: string): Promise<OrderHead | null> {
  return tx.maybe(orderHead, {
    orderId: id.toLowerCase(),
    orderNo: readOrderNumber(id),
    projects: scopeOf(operator),
  });
}

const MAX_MESSAGES = 50;

async function readHistory(tx: Tx, facts: OrderFacts, head: OrderHead): Promise<Rows> {
  const { id: orderId } = facts.order;
  const numbers = facts.payments.flatMap(({ id, gatewayRef }) =>
    gatewayRef === null ? [id] : [id, gatewayRef],
  );
  const events = await tx.many(newestEvents, { orderId, limit: MAX_ENTRIES + 1 });
  const messages = await tx.many(messagesOfPayments, { numbers, limit: MAX_MESSAGES + 1 });
  const logOuts = await tx.many(logOutsOfOrder, { orderId });
  return {
    events: events.slice(0, MAX_ENTRIES).map(eventOf),
    messages: messages.slice(0, MAX_MESSAGES).map((row) => ({
      at: row.received_at.getTime(),
      provider: row.provider,
      type: row.event_type,
      body: row.body,
      outcome: row.outcome,
    })),
    logOuts: logOuts
      .map(({ at, because }) => ({ at: at.getTime(), because }))
      .filter(({ at }) => at >= facts.order.createdAt),
    hasMore: events.length > MAX_ENTRIES || messages.length > MAX_MESSAGES,
    archivedBefore: head.archived_before,
  };
}

function eventOf(row: NewestEvent): HistoryEvent {
  return {
    at: row.at.getTime(),
    attemptId: row.attempt_id,
    source: row.source,
    event: row.event,
    from: row.from_state,
    to: row.to_state,
    detail: fieldsOf(row.detail),
  };
}

export function soldGoods(
  ctx: Ctx,
  { project, currency }: OrderHead,
  line: RowOf<typeof goodsOfOrder>,
): OrderFile['goods'][number] {
  const { product_id: productId, count } = line;
  const unit = { minor: line.unit_minor, currency };
  const parsed = v.safeParse(soldItem, line.sold);
  if (!parsed.success) {
    return { product_id: productId, name: productId, image: '', count, unit, in_mail: [] };
  }
  const sold = parsed.output;
  return {
    product_id: productId,
    name: inEnglish(ctx, project, sold.name),
    image: sold.image,
    count,
    unit,
    in_mail: itemsGiven({ count, sold }).map(
      (item) => `${item.count} ${inEnglish(ctx, project, item.name)}`,
    ),
  };
}

/** The tax kept with the payment that bought the goods. */
export function taxOf(
  ctx: Ctx,
  facts: OrderFacts,
  { project }: OrderHead,
  payments: readonly PaymentToExplain[],
): KeptTax | null {
  const main = mainPayment(facts);
  const row = payments.find(({ id }) => id === main?.id);
  if (row === undefined || row.tax_name === null || row.tax_minor === null) return null;
  const percent = (row.tax_thousandths ?? 0) / 1_000;
  return { name: inEnglish(ctx, project, row.tax_name), percent, minor: row.tax_minor };
}
