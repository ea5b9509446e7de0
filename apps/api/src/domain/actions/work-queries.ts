import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { MAIL_KINDS } from '../mail/queries.ts';
import { ORDER_NO } from '../orders/columns.ts';
import { IS_LIVING } from '../players/queries.ts';

/** Objects of operators' steps, and the rows that the steps write beside those of the domain. */

const PROVIDERS = v.picklist(['payermax', 'paypal']);

export const ordersToAsk = statement({
  name: 'actions.orders_to_ask',
  text: `select o.id, ${ORDER_NO}, o.project, o.player_id from orders o where o.id = any(:orderIds) order by o.id`,
  params: { orderIds: 'text[]' },
  row: v.object({
    ...v.entriesFromList(['id', 'order_no', 'project'], v.string()),
    player_id: v.number(),
  }),
});

/** Payments and refunds of orders that wait for their gateways. `is_recent`: sent or answered less than ten seconds ago. */
export const waitingAtGateways = statement({
  name: 'actions.waiting_at_gateways',
  text: `select a.provider, 'payment' as what, a.updated_at > :now::timestamptz - interval '10 seconds' as is_recent
      from payment_attempts a where a.order_id = any(:orderIds) and a.state in ('REQUIRES_ACTION', 'PROCESSING', 'UNKNOWN')
        and a.requested_at is not null and a.next_query_at is not null
    union all
    select a.provider, 'payment', greatest(a.updated_at, l.answered_at) > :now::timestamptz - interval '10 seconds'
      from payment_attempts a join late_queries l on l.attempt_id = a.id where a.order_id = any(:orderIds)
    union all
    select a.provider, 'refund', r.updated_at > :now::timestamptz - interval '10 seconds'
      from refunds r join payment_attempts a on a.id = r.attempt_id
      where r.order_id = any(:orderIds) and r.state in ('PENDING', 'UNKNOWN')`,
  params: { orderIds: 'text[]', now: 'timestamptz' },
  row: v.object({
    provider: PROVIDERS,
    what: v.picklist(['payment', 'refund']),
    is_recent: v.boolean(),
  }),
});

/** A mail with its owner, also one that the outbox has forgotten. */
export const mailToDecide = statement({
  name: 'actions.mail',
  text: `select g.id, g.kind, g.order_id, coalesce(o.order_no, o.id) as order_no, coalesce(o.project, p.project) as project,
      coalesce(o.player_id, g.player_id) as player_id, coalesce(g.recipient, o.recipient) ->> 'name' as recipient, p.name,
      g.server_id
    from (
      select id, 'purchase' as kind, order_id, null::int8 as player_id, null::jsonb as recipient, null::text as server_id
        from deliveries where id = :id
      union all
      select id, 'resend', order_id, null, recipient, recipient ->> 'server_id' from resends where id = :id
      union all
      select id, case when kind = 'reminder' then 'reminder' else 'reward' end, null, player_id, null, server_id
        from rewards where id = :id
    ) as g left join orders o on o.id = g.order_id left join players p on p.id = g.player_id`,
  params: { id: 'text' },
  row: v.object({
    id: v.string(),
    kind: v.picklist(MAIL_KINDS),
    ...v.entriesFromList(
      ['order_id', 'order_no', 'project', 'recipient', 'name', 'server_id'],
      v.nullable(v.string()),
    ),
    player_id: v.nullable(v.number()),
  }),
});
export type MailToDecide = RowOf<typeof mailToDecide>;

/** A notice to a game with its order. */
export const noticeToRetry = statement({
  name: 'actions.notice',
  text: `select n.kind, n.project, n.order_id, ${ORDER_NO}, o.player_id
    from game_notices n join orders o on o.id = n.order_id where n.id = :id`,
  params: { id: 'text' },
  row: v.object({
    ...v.entriesFromList(['kind', 'project', 'order_id', 'order_no'], v.string()),
    player_id: v.number(),
  }),
});

/** An open message in quarantine; without a payment of ours it has no project. */
export const messageToSettle = statement({
  name: 'actions.message',
  text: `select q.id, q.provider, q.reason, o.id as order_id, coalesce(o.order_no, o.id) as order_no, o.project, o.player_id
    from quarantine q left join payment_attempts a on a.id = q.attempt_id left join orders o on o.id = a.order_id
    where q.id = :messageId`,
  params: { messageId: 'int8' },
  row: v.object({
    id: v.number(),
    ...v.entriesFromList(['provider', 'reason'], v.string()),
    ...v.entriesFromList(['order_id', 'order_no', 'project'], v.nullable(v.string())),
    player_id: v.nullable(v.number()),
  }),
});

export const playerToDecide = statement({
  name: 'actions.player',
  text: `select p.id, p.project, p.server_id, p.cid, p.name from players p where p.id = :playerId and ${IS_LIVING}`,
  params: { playerId: 'int8' },
  row: v.object({
    id: v.number(),
    ...v.entriesFromList(['project', 'server_id', 'cid', 'name'], v.string()),
  }),
});

/** No row: the character was erased. An erasure at this moment waits, or renames it first. */
export const insertNote = statement({
  name: 'actions.insert_note',
  text: `insert into operator_notes (id, player_id, project, order_id, operator_id, operator, text, at)
    select :noteId, p.id, :project, :orderId, :operatorId, :operator, :text, :now from players p
    where p.id = :playerId and p.cid not like 'erased-%' and ${IS_LIVING} for share of p`,
  params: {
    noteId: 'text',
    playerId: 'int8',
    project: 'text',
    orderId: 'text?',
    operatorId: 'text',
    operator: 'text',
    text: 'text',
    now: 'timestamptz',
  },
});
