import { DELIVERY_STATES } from '@webpay/contract/order-states';
import * as v from 'valibot';
import { statement, type RowOf } from '../../platform/db/statement.ts';
import { IS_LIVING } from '../players/queries.ts';

const texts = v.record(v.string(), v.string());
const character = {
  id: v.number(),
  ...v.entriesFromList(['project', 'server_id', 'server_name', 'cid', 'name'], v.string()),
};

/** A living character. Its row keeps no time of birth: the earliest of what is kept stands for it. */
export const livingPlayer = statement({
  name: 'console.player',
  text: `select p.id, p.project, p.server_id, p.server_name, p.cid, p.name, p.level, p.seen_at,
      least(p.seen_at, (select min(o.created_at) from orders o where o.player_id = p.id),
        (select min(s.created_at) from sessions s where s.player_id = p.id)) as first_seen_at,
      (select max(o.paid_at) from orders o where o.player_id = p.id and o.paid_at is not null) as last_paid_at,
      (select count(*) from resolution_requests q where q.player_id = p.id and q.year = :year)::int4 as requests
    from players p
    where p.id = :playerId and (:projects::text[] is null or p.project = any(:projects)) and ${IS_LIVING}`,
  params: { playerId: 'int8', projects: 'text[]?', year: 'int4' },
  row: v.object({
    ...character,
    level: v.number(),
    seen_at: v.date(),
    first_seen_at: v.date(),
    last_paid_at: v.nullable(v.date()),
    requests: v.number(),
  }),
});

/** The living player of a character that a game knows. */
export const playerOfCharacter = statement({
  name: 'console.player_of_character',
  text: `select p.id from players p
    where p.project = :project and p.server_id = :serverId and p.cid = :cid and ${IS_LIVING}`,
  params: { project: 'text', serverId: 'text', cid: 'text' },
  row: v.object({ id: v.number() }),
});

export const flagsOfPlayer = statement({
  name: 'console.flags_of_player',
  text: `select why, at, because, order_id from player_flags
    where player_id = :playerId and cleared_at is null order by at desc, id desc`,
  params: { playerId: 'int8' },
  row: v.object({
    why: v.string(),
    at: v.date(),
    because: v.nullable(v.string()),
    order_id: v.nullable(v.string()),
  }),
});

/** Money received and returned, also by disputes, by currency. */
export const totalsOfPlayer = statement({
  name: 'console.totals_of_player',
  text: `select a.currency, sum(a.captured_minor)::int8 as paid_minor, sum(a.refunded_minor + a.lost_minor)::int8 as back_minor
    from orders o join payment_attempts a on a.order_id = o.id
    where o.player_id = :playerId and a.state = 'SUCCEEDED'
    group by a.currency order by paid_minor desc, a.currency`,
  params: { playerId: 'int8' },
  row: v.object({ currency: v.string(), paid_minor: v.number(), back_minor: v.number() }),
});

export const newestOrdersOfPlayer = statement({
  name: 'console.orders_of_player',
  text: `select id from orders where player_id = :playerId order by created_at desc limit :limit`,
  params: { playerId: 'int8', limit: 'int8' },
  row: v.object({ id: v.string() }),
});

/** Mails to a character: goods of its orders, goods that an operator sent to it, and mails of events. The outbox forgets ended ones. */
export const newestMailsOfPlayer = statement({
  name: 'console.mails_of_player',
  text: `select mine.id, mine.kind, mine.order_id, mine.at, mine.state, mine.reason, mine.about, mine.event,
      coalesce(m.held_since is not null, false) as is_held, coalesce(m.parked_at is not null, false) as is_parked,
      (select jsonb_agg(jsonb_build_object('name', coalesce(i.sold -> 'name', '{}'), 'count', i.count) order by i.line)
        from order_items i where i.order_id = mine.order_id) as goods
    from (
      select d.id, 'purchase' as kind, d.order_id, d.state, d.reason, d.at, d.created_at, null::text as about, null::jsonb as event
        from orders o join deliveries d on d.order_id = o.id where o.player_id = :playerId
      union all
      select r.id, 'resend', r.order_id, r.state, r.reason, r.at, r.created_at, null, null
        from players p join resends r on r.recipient ->> 'cid' = p.cid and r.recipient ->> 'server_id' = p.server_id
          join orders o on o.id = r.order_id and o.project = p.project
        where p.id = :playerId
      union all
      select w.id, case when w.kind = 'reminder' then 'reminder' else 'reward' end, null, w.state, w.reason, w.at, w.created_at,
          case when w.kind = 'reminder' then w.mail ->> 'text' else w.kind end, w.mail -> 'event'
        from rewards w where w.player_id = :playerId
      order by created_at desc, id limit :limit
    ) as mine left join outbox_mails m on m.id = mine.id and m.ended_at is null
    order by mine.created_at desc, mine.id`,
  params: { playerId: 'int8', limit: 'int8' },
  row: v.object({
    id: v.string(),
    kind: v.picklist(['purchase', 'resend', 'reward', 'reminder']),
    order_id: v.nullable(v.string()),
    at: v.date(),
    state: v.picklist(DELIVERY_STATES),
    reason: v.nullable(v.picklist(['mailbox_full', 'maintenance', 'error'])),
    /** Kind of an event's reward or moment of its reminder, and the event's title. */
    about: v.nullable(v.string()),
    event: v.nullable(texts),
    ...v.entriesFromList(['is_held', 'is_parked'], v.boolean()),
    goods: v.nullable(v.array(v.object({ name: texts, count: v.number() }))),
  }),
});
export type MailOfPlayer = RowOf<typeof newestMailsOfPlayer>;

export const newestSessionsOfPlayer = statement({
  name: 'console.sessions_of_player',
  text: `select created_at, seen_at, least(ended_at, case when expires_at <= :now then expires_at end,
        case when seen_at <= :now::timestamptz - interval '30 days' then seen_at + interval '30 days' end) as ended_at
    from sessions where player_id = :playerId order by created_at desc limit :limit`,
  params: { playerId: 'int8', now: 'timestamptz', limit: 'int8' },
  row: v.object({
    created_at: v.date(),
    seen_at: v.date(),
    ended_at: v.nullable(v.date()),
  }),
});

/** Living characters with the same id, on other servers and in other projects. */
export const sameCharacters = statement({
  name: 'console.same_characters',
  text: `select p.id, p.project, p.server_id, p.server_name, p.cid, p.name
    from players p
    where p.cid = :cid and p.id <> :playerId and (:projects::text[] is null or p.project = any(:projects)) and ${IS_LIVING}
    order by p.seen_at desc limit :limit`,
  params: { cid: 'text', playerId: 'int8', projects: 'text[]?', limit: 'int8' },
  row: v.object(character),
});

/** Cards of a living character whose first six digits are kept: the newest payment of each. */
export const cardsOfPlayer = statement({
  name: 'console.cards_of_player',
  text: `select c.id, c.order_id, c.card_brand, c.last_four from (
      select distinct on (a.card_masked) a.id, a.order_id, a.card_brand, right(a.card_masked, 4) as last_four, a.created_at
      from players p join orders o on o.player_id = p.id join payment_attempts a on a.order_id = o.id
      where p.id = :playerId and (:orderId::text is null or o.id = :orderId) and a.card_masked ~ '^[0-9]{6}' and ${IS_LIVING}
      order by a.card_masked, a.created_at desc
    ) as c order by c.created_at desc, c.id limit :limit`,
  params: { playerId: 'int8', orderId: 'text?', limit: 'int8' },
  row: v.object({
    id: v.string(),
    order_id: v.string(),
    card_brand: v.nullable(v.string()),
    last_four: v.string(),
  }),
});

/** Cards that a gateway keeps for a living character, the newest first; without their tokens. */
export const savedCardsOfPlayer = statement({
  name: 'console.saved_cards_of_player',
  text: `select c.state, c.brand, c.last4, c.account, c.expires_at, c.agreed_at, c.used_at, a.order_id,
      c.password_version = p.password_version as is_of_password
    from players p join saved_cards c on c.player_id = p.id join payment_attempts a on a.id = c.attempt_id
    where p.id = :playerId and ${IS_LIVING} order by c.agreed_at desc, c.id limit :limit`,
  params: { playerId: 'int8', limit: 'int8' },
  row: v.object({
    state: v.picklist(['agreed', 'active', 'removing']),
    brand: v.nullable(v.string()),
    last4: v.nullable(v.string()),
    account: v.nullable(v.string()),
    expires_at: v.nullable(v.date()),
    agreed_at: v.date(),
    used_at: v.nullable(v.date()),
    order_id: v.string(),
    is_of_password: v.boolean(),
  }),
});

/** The newest code that confirmed a device of a character, as long as codes are kept. */
export const deviceConfirmedAt = statement({
  name: 'console.device_confirmed',
  text: `select max(used_at) as at from mail_codes where player_id = :playerId and purpose = 'device'`,
  params: { playerId: 'int8' },
  row: v.object({ at: v.nullable(v.date()) }),
});
