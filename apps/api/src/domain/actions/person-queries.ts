import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { IS_LIVING } from '../players/queries.ts';

/** The card of a character's payment as the gateway masks it: six digits, stars, four digits. */
export const cardOfPayment = statement({
  name: 'actions.card_of_payment',
  text: `select a.card_masked from payment_attempts a join orders o on o.id = a.order_id join players p on p.id = o.player_id
    where a.id = :paymentId and p.id = :playerId and a.card_masked is not null and ${IS_LIVING}`,
  params: { paymentId: 'text', playerId: 'int8' },
  row: v.object({ card_masked: v.string() }),
});

/** Reveals that an operator made or tried since a moment. */
export const revealsSince = statement({
  name: 'actions.reveals_since',
  text: `select count(*)::int4 as count, min(at) as oldest from audit
    where action = 'person.reveal' and operator = :operator and at >= :since`,
  params: { operator: 'text', since: 'timestamptz' },
  row: v.object({ count: v.number(), oldest: v.nullable(v.date()) }),
});

/** `text` is null for one of another project, whose operators alone read it. */
const MENTIONS = v.object({
  last: v.nullable(v.string()),
  count: v.number(),
  found: v.array(
    v.object({ about: v.string(), by: v.nullable(v.string()), text: v.nullable(v.string()) }),
  ),
});

/** Texts of the next `limit` rows that name a character, but are not about it. */
const thatName = (
  table: string,
  columns: string,
  about: string,
  by: string,
) => `with batch as materialized (
      select t.id, t.player_id, t.text${columns} from ${table} t where t.id > :afterId order by t.id limit :limit
    )
    select max(t.id) as last, count(*)::int4 as count,
      coalesce(jsonb_agg(jsonb_build_object('about', coalesce(${about}, ''), 'by', ${by},
          'text', case when (select p.project from players p where p.id = t.player_id) = :project then t.text end) order by t.id)
        filter (where t.player_id is distinct from :playerId
          and (position(lower(:name) in lower(t.text)) > 0 or position(:cid in t.text) > 0)), '[]') as found
    from batch t`;
const MENTION_PARAMS = {
  playerId: 'int8',
  project: 'text',
  name: 'text',
  cid: 'text',
  afterId: 'text',
  limit: 'int8',
} as const;

export const notesThatName = statement({
  name: 'actions.notes_that_name',
  text: thatName(
    'operator_notes',
    ', t.order_id, t.operator',
    `coalesce('order ' || t.order_id, 'player ' || t.player_id)`,
    't.operator',
  ),
  params: MENTION_PARAMS,
  row: MENTIONS,
});

/** Reasons of steps; the audit log has their steps. */
export const reasonsThatName = statement({
  name: 'actions.reasons_that_name',
  text: thatName('operator_reasons', '', `'player ' || t.player_id`, 'null'),
  params: MENTION_PARAMS,
  row: MENTIONS,
});
