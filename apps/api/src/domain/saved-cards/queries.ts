import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

const bytes = v.custom<Buffer>((value) => Buffer.isBuffer(value));

/**
 * The facts of a player's right to cards. An agreement takes a place once its payment is under way: the order of a wallet that
 * was only opened may be opened again with the same tick.
 */
export const rightFacts = statement({
  name: 'saved_cards.right_facts',
  text: `select p.password_version,
      exists (select from access_passwords a where a.player_id = p.id) as has_password,
      (select count(*)::int4 from saved_cards c join payment_attempts a on a.id = c.attempt_id
        where c.player_id = p.id and c.state <> 'removing'
          and (c.state = 'active' or a.state in ('SUBMITTING', 'PROCESSING', 'UNKNOWN', 'SUCCEEDED'))) as cards
    from players p where p.id = :playerId`,
  params: { playerId: 'int8' },
  row: v.object({ password_version: v.number(), has_password: v.boolean(), cards: v.number() }),
});

export const cardsOfPlayer = statement({
  name: 'saved_cards.of_player',
  text: `select c.id, a.merchant, a.pay_id, c.brand, c.last4, c.account, c.expires_at, c.password_version
    from saved_cards c join payment_attempts a on a.id = c.attempt_id
    where c.player_id = :playerId and c.state = 'active'
    order by coalesce(c.used_at, c.agreed_at) desc, c.id limit 20`,
  params: { playerId: 'int8' },
  row: v.object({
    id: v.string(),
    merchant: v.nullable(v.string()),
    pay_id: v.string(),
    brand: v.string(),
    last4: v.nullable(v.string()),
    account: v.nullable(v.string()),
    expires_at: v.nullable(v.date()),
    password_version: v.number(),
  }),
});

/**
 * Takes a card for a payment, by every rule again: its player's, project's, gateway's and merchant's, active, in date, and of the
 * password that
 * is the player's now. It also orders use and removal: a removed card is no row here.
 */
export const useCard = statement({
  name: 'saved_cards.use',
  text: `update saved_cards c set used_at = :now
    from players p
    where c.id = :cardId and c.player_id = :playerId and c.project = :project and p.id = c.player_id
      and c.state = 'active' and (c.expires_at > :now or c.account is not null)
      and c.password_version = :passwordVersion and p.password_version = :passwordVersion
      and exists (select from access_passwords a where a.player_id = p.id)
      and exists (select from payment_attempts m where m.id = c.attempt_id and m.provider = :provider and m.merchant is not distinct from :merchant)
    returning c.id, c.token`,
  params: {
    cardId: 'text',
    playerId: 'int8',
    project: 'text',
    provider: 'text',
    passwordVersion: 'int4',
    merchant: 'text?',
    now: 'timestamptz',
  },
  row: v.object({ id: v.string(), token: bytes }),
});

/**
 * The payer's consent, before the gateway hears of it; no row when the password has changed or is gone, or when the most cards
 * are kept already. Payments of other orders that may still end well hold their places. Needs the player's lock.
 */
export const agreeToCard = statement({
  name: 'saved_cards.agree',
  text: `insert into saved_cards (id, player_id, attempt_id, state, password_version, agreed_at, next_attempt_at)
    select :id, p.id, :attemptId, 'agreed', p.password_version, :now, :nextAttemptAt
    from players p
    where p.id = :playerId and p.password_version = :passwordVersion
      and exists (select from access_passwords a where a.player_id = p.id)
      and :most > (select count(*) from saved_cards c join payment_attempts a on a.id = c.attempt_id
        where c.player_id = p.id and c.state <> 'removing' and (c.state = 'active' or a.state not in ('FAILED', 'EXPIRED'))
          and (c.state = 'active' or a.order_id <> (select own.order_id from payment_attempts own where own.id = :attemptId)))
    on conflict on constraint one_card_of_a_payment do nothing`,
  params: {
    id: 'text',
    playerId: 'int8',
    attemptId: 'text',
    passwordVersion: 'int4',
    most: 'int8',
    now: 'timestamptz',
    nextAttemptAt: 'timestamptz',
  },
});

/** The agreement of a payment, while it is not fulfilled. */
export const agreedCard = statement({
  name: 'saved_cards.agreed',
  text: `select id from saved_cards where attempt_id = :attemptId and state = 'agreed'`,
  params: { attemptId: 'text' },
  row: v.object({ id: v.string() }),
});

/** Removes a card of the player; the gateway follows. */
export const removeCardRow = statement({
  name: 'saved_cards.remove',
  text: `update saved_cards set state = 'removing', removed_because = 'player', next_attempt_at = :realNow, attempts = 0
    where id = :cardId and player_id = :playerId and project = :project and state <> 'removing'`,
  params: { cardId: 'text', playerId: 'int8', project: 'text', realNow: 'timestamptz' },
});

/** A card whose token its gateway refused as gone; the gateway is told, too, until it says so again. */
export const endCard = statement({
  name: 'saved_cards.end',
  text: `update saved_cards set state = 'removing', removed_because = 'refused', next_attempt_at = :realNow, attempts = 0
    where id = :cardId and state <> 'removing'`,
  params: { cardId: 'text', realNow: 'timestamptz' },
});

/** Takes due cards and moves them ahead, so that workers never share one. */
export const takeDueCards = statement({
  name: 'saved_cards.take_due',
  text: `update saved_cards set attempts = attempts + 1, next_attempt_at = :realNow::timestamptz + interval '30 seconds'
    where id in (
      select id from saved_cards where next_attempt_at <= :realNow
      order by next_attempt_at limit :limit for update skip locked)
    returning id`,
  params: { realNow: 'timestamptz', limit: 'int8' },
  row: v.object({ id: v.string() }),
});

export const cardById = statement({
  name: 'saved_cards.by_id',
  text: `select c.id, c.player_id, c.project, c.attempt_id, c.state, c.token, c.attempts, a.provider, a.merchant, a.gateway_ref,
      a.state in ('FAILED', 'EXPIRED') as is_over
    from saved_cards c join payment_attempts a on a.id = c.attempt_id where c.id = :id`,
  params: { id: 'text' },
  row: v.object({
    id: v.string(),
    player_id: v.number(),
    project: v.string(),
    attempt_id: v.string(),
    /** The payment's merchant: its account made the token. */
    merchant: v.nullable(v.string()),
    state: v.picklist(['agreed', 'active', 'removing']),
    token: v.nullable(bytes),
    attempts: v.number(),
    provider: v.picklist(['payermax', 'paypal']),
    gateway_ref: v.nullable(v.string()),
    is_over: v.boolean(),
  }),
});

export const storeToken = statement({
  name: 'saved_cards.store_token',
  text: `update saved_cards set token = :token, token_hash = :tokenHash where id = :id`,
  params: { id: 'text', token: 'bytea', tokenHash: 'bytea' },
});

/**
 * Makes an agreed card usable, or renews the face of an active one. The same card of an earlier payment ends: its row goes
 * when it has the same token, else its own token is removed.
 */
export const activateCard = statement({
  name: 'saved_cards.activate',
  text: `with own as (
      update saved_cards set state = 'active', brand = :brand, last4 = :last4, expires_at = :expiresAt, next_attempt_at = null,
        attempts = 0
      where id = :id and state <> 'removing' and token is not null
      returning id, player_id, token_hash
    ), same as (
      delete from saved_cards c using own
      where c.player_id = own.player_id and c.id <> own.id and c.token_hash = own.token_hash
    )
    update saved_cards c set state = 'removing', removed_because = 'replaced', next_attempt_at = :realNow, attempts = 0
    from own
    where c.player_id = own.player_id and c.id <> own.id and c.state = 'active' and c.token_hash <> own.token_hash
      and c.brand = :brand and c.last4 = :last4 and c.expires_at = :expiresAt`,
  params: {
    id: 'text',
    brand: 'text',
    last4: 'text',
    expiresAt: 'timestamptz',
    realNow: 'timestamptz',
  },
});

/** Makes an agreed wallet usable, or renews its face. An earlier row of the same token goes; two payers may have one masked face. */
export const activateWallet = statement({
  name: 'saved_cards.activate_wallet',
  text: `with own as (
      update saved_cards set state = 'active', brand = 'PayPal', account = :account, next_attempt_at = null, attempts = 0
      where id = :id and state <> 'removing' and token is not null
      returning id, player_id, token_hash
    )
    delete from saved_cards c using own
    where c.player_id = own.player_id and c.id <> own.id and c.token_hash = own.token_hash`,
  params: { id: 'text', account: 'text' },
});

/** A card that its gateway cannot charge without its code. */
export const refuseCard = statement({
  name: 'saved_cards.refuse',
  text: `update saved_cards set state = 'removing', removed_because = 'asks_code', next_attempt_at = :realNow, attempts = 0
    where id = :id and state <> 'removing'`,
  params: { id: 'text', realNow: 'timestamptz' },
});

export const deleteCard = statement({
  name: 'saved_cards.delete',
  text: `delete from saved_cards where id = :id`,
  params: { id: 'text' },
});

export const postponeCard = statement({
  name: 'saved_cards.postpone',
  text: `update saved_cards set next_attempt_at = :nextAttemptAt where id = :id`,
  params: { id: 'text', nextAttemptAt: 'timestamptz' },
});

/** Makes a card due that a notice or a refused payment is about. */
export const ringCard = statement({
  name: 'saved_cards.ring',
  text: `update saved_cards set next_attempt_at = :realNow
    where id in (
      select id from saved_cards where token_hash = :tokenHash
      union select id from saved_cards where attempt_id = :attemptId
      union select c.id from payment_attempts a join saved_cards c on c.attempt_id = a.id
        where a.provider = 'paypal' and a.gateway_ref = :gatewayRef
      union select id from saved_cards where id = :cardId)`,
  params: {
    tokenHash: 'bytea?',
    attemptId: 'text?',
    gatewayRef: 'text?',
    cardId: 'text?',
    realNow: 'timestamptz',
  },
});
