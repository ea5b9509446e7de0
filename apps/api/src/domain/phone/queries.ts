import * as v from 'valibot';
import { ORDER_STATES } from '@webpay/contract/order-states';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { recipient } from '../orders/columns.ts';

/** Makes the link of an unpaid order, in place of its last one; no row for an order that cannot be paid by its player. */
export const makeLink = statement({
  name: 'phone.make_link',
  text: `insert into phone_links (order_id, link_hash, made_by, opens_until, ends_at)
    select id, :linkHash, :madeBy, least(expires_at, :opensUntil), least(expires_at, :opensUntil) from orders
    where id = :orderId and player_id = :playerId and source <> 'mall' and order_key is not null
      and state in ('open', 'failed') and expires_at > :now
    on conflict (order_id) do update set link_hash = excluded.link_hash, made_by = excluded.made_by,
      opens_until = excluded.opens_until, ends_at = excluded.ends_at, key_hash = null, opened_at = null, ended_at = null
    returning ends_at`,
  params: {
    orderId: 'text',
    playerId: 'int8',
    linkHash: 'bytea',
    madeBy: 'bytea',
    opensUntil: 'timestamptz',
    now: 'timestamptz',
  },
  row: v.object({ ends_at: v.date() }),
});

/** The link of an order, as its player sees it. */
export const linkOfOrder = statement({
  name: 'phone.link_of_order',
  text: `select opened_at is not null as is_opened, ended_at is not null as is_ended, ends_at
    from phone_links where order_id = :orderId`,
  params: { orderId: 'text' },
  row: v.object({ is_opened: v.boolean(), is_ended: v.boolean(), ends_at: v.date() }),
});

export const endLink = statement({
  name: 'phone.end_link',
  text: `update phone_links set ended_at = :now where order_id = :orderId and ended_at is null`,
  params: { orderId: 'text', now: 'timestamptz' },
});

/** Sessions `s` that the link `l` still belongs to: a log-out ends it without a statement of its own. */
const IS_OF_SESSION = `s.token_hash = l.made_by and s.ended_at is null and s.expires_at > :now
      and s.seen_at > :now::timestamptz - interval '30 days'`;

/** The order of a link that has not ended, with what a payment needs to know of it. */
export const orderOfLink = statement({
  name: 'phone.order_of_link',
  text: `select o.id, o.project, o.player_id, o.source, o.state, o.country, o.currency, o.order_key, o.recipient,
      o.expires_at, l.key_hash, l.opens_until,
      (select jsonb_agg(jsonb_build_object('product_id', i.product_id, 'count', i.count) order by i.line)
        from order_items i where i.order_id = o.id) as products
    from phone_links l
    join orders o on o.id = l.order_id
    join sessions s on ${IS_OF_SESSION} and s.player_id = o.player_id
    where l.link_hash = :linkHash and l.ended_at is null and l.ends_at > :now`,
  params: { linkHash: 'bytea', now: 'timestamptz' },
  row: v.object({
    ...v.entriesFromList(['id', 'project', 'country', 'currency', 'order_key'], v.string()),
    player_id: v.number(),
    source: v.picklist(['cart', 'direct', 'bargain', 'card']),
    state: v.picklist(ORDER_STATES),
    recipient,
    expires_at: v.date(),
    /** null: no phone has opened the link. */
    key_hash: v.nullable(v.instance(Uint8Array)),
    opens_until: v.date(),
    products: v.array(v.object({ product_id: v.string(), count: v.number() })),
  }),
});
export type LinkedOrder = RowOf<typeof orderOfLink>;

/** Gives a link to the first phone; no row if another one was first, or it is too late. */
export const openLink = statement({
  name: 'phone.open_link',
  text: `update phone_links l set key_hash = :keyHash, opened_at = :now, ends_at = :endsAt
    from orders o
    where l.link_hash = :linkHash and l.key_hash is null and l.ended_at is null and l.opens_until > :now
      and o.id = l.order_id and o.state in ('open', 'waiting', 'failed')
    returning l.order_id`,
  params: {
    linkHash: 'bytea',
    keyHash: 'bytea',
    endsAt: 'timestamptz',
    now: 'timestamptz',
  },
  row: v.object({ order_id: v.string() }),
});
