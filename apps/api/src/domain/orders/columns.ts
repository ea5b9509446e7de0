import * as v from 'valibot';

export const texts = v.record(v.string(), v.string());
const item = v.object({ item_id: v.string(), name: texts, count: v.number(), image: v.string() });

/** The recipient as it was when the order was made. */
export const recipient = v.object({
  pr_id: v.string(),
  server_id: v.string(),
  server_name: v.string(),
  cid: v.string(),
  name: v.string(),
  level: v.number(),
});
export type Recipient = v.InferOutput<typeof recipient>;

/** The goods as sold, whatever the catalogue says later. */
export const soldItem = v.object({
  kind: v.picklist(['topup', 'pack', 'card', 'bargain']),
  name: texts,
  image: v.string(),
  contents: v.array(item),
  bonus: v.nullable(v.omit(item, ['image'])),
  /** One piece is given twice: the character's first purchase of the good (docs/decisions/0050). */
  doubled: v.optional(v.literal(true)),
  /** The weekly card as sold (F10). */
  card: v.optional(
    v.object({
      card_id: v.string(),
      days: v.number(),
      boost_percent: v.number(),
      daily: v.array(item),
    }),
  ),
});
export type SoldItem = v.InferOutput<typeof soldItem>;
/** Until an upgrade has numbered an older order, its id stands in. */
export const ORDER_NO = 'coalesce(o.order_no, o.id) as order_no';
/** The month after the last archived one since the order was made, like 2024-03; null: its whole history is in the database. */
export const ARCHIVED_BEFORE = `(select to_char(max(m.month) + interval '1 month', 'YYYY-MM') from archived_months m
      where m.table_name = 'order_events' and m.month >= date_trunc('month', o.created_at at time zone 'UTC')) as archived_before`;
