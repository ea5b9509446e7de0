import type pg from 'pg';
import { deliver, paidOrder, refundRow, endRefund } from './paid-order.ts';

/** A character with rows in every table that holds any, all of them ended: nothing hinders its erasure. */
export type WholeCharacter = {
  readonly playerId: number;
  readonly cid: string;
  readonly orderId: string;
  readonly attemptId: string;
};

/** Name, and text of the character, wherever a row has room for one. */
export const MARK = 'Zebulon Quill';

const PLAYER_ROWS = [
  `update players set name = '${MARK}', seen_at = now() where id = :id`,
  `insert into player_flags (player_id, why, because, at, cleared_at, cleared_because)
    values (:id, 'operator', '${MARK}', now(), now(), '${MARK}')`,
  `insert into sessions (token_hash, player_id, project, created_at, expires_at, seen_at)
    values (sha256('token:' || :id::text::bytea), :id, 'miniflix', now(), now() + interval '1 day', now())`,
  `insert into access_passwords (player_id, hash, set_at) values (:id, '$argon2id$secret', now())`,
  `insert into access_events (player_id, event, at) values (:id, 'set', now())`,
  `insert into access_attempts (player_id, project, wrong, last_at) values (:id, 'miniflix', 1, now())`,
  `insert into access_guesses (budget, player_id, turn, wrong, recent, last_at, next_at, forget_at)
    values (sha256('guess:' || :id::text::bytea), :id, 1, 1, 1, now(), now(), now())`,
  `insert into mail_codes (player_id, purpose, code_hash, requested_from, requested_at, expires_at)
    values (:id, 'pwd_set', 'secret', 'secret', now(), now())`,
  `insert into attempt_outcomes (attempt_id, order_id, project, player_id, network, block, card, at)
    values (:attempt, :order, 'miniflix', :id, 'secret', 'secret', 'secret', now())`,
  `insert into decline_pardons (player_id, project, because, at) values (:id, 'miniflix', '${MARK}', now())`,
  `insert into carts (player_id, changed_at) values (:id, now())`,
  `insert into cart_items (player_id, project, product_id, count, seen, seen_state, added_at)
    select :id, project, product_id, 1, '{}', 'ok', now() from products where project = 'miniflix' limit 1`,
  `insert into event_reminders (player_id, project, event_id, is_on, lang, last_moment, changed_at)
    values (:id, 'miniflix', 'e', true, 'en', 0, now())`,
  `insert into event_notices (player_id, event_id, moment, at) values (:id, 'e', 'started', now())`,
  `insert into operator_notes (id, player_id, project, operator_id, operator, text, at)
    values ('n' || :id, :id, 'miniflix', 'o', 'anna', '${MARK}', now())`,
  `insert into rewards (id, player_id, project, server_id, event_id, kind, task_id, day, lang, mail, items, state, at,
      created_at, refused_why, settled_at, settled_because)
    values ('w' || :id, :id, 'miniflix', '112', 'e', 'points', 't', now(), 'en', '{}', '[]', 'rejected', now(), now(), '${MARK}',
      now(), '${MARK}')`,
  `insert into bargain_terms (id, rules) values ('terms', '{}') on conflict do nothing`,
  `insert into bargain_coupons (player_id, event_id, n, terms_id, drawn_minor, draw, issued_at, expires_at)
    values (:id, 'e', 1, 'terms', 5, '{}', now(), now())`,
  `insert into bargain_steps (player_id, event_id, task, day, n, lowers_minor, at)
    values (:id, 'e', 'sign_in', now(), 1, 5, now())`,
  `insert into event_countries (player_id, event_id, country, at) values (:id, 'e', 'KR', now())`,
  `insert into card_purchases (order_id, player_id, product_id, card_id, bought_at, days, boost_percent, daily)
    values (:order, :id, 'p', 'c', now(), 7, 0, '[]')`,
  `insert into first_purchases (player_id, project, product_id, order_id, at)
    select :id, project, product_id, :order, now() from products where project = 'miniflix' limit 1`,
];

const ORDER_ROWS = [
  `update orders set state = 'success', recipient = jsonb_build_object('server_id', '112', 'cid', :cid::text, 'name', '${MARK}')
    where id = :order`,
  `update payment_attempts set client_key = 'secret', session_key = 'secret' || id, approve_url = 'secret',
      action_url = 'secret' where id = :attempt`,
  `insert into order_items (order_id, line, product_id, count, unit_minor, sold) values (:order, 1, 'p', 1, 499, '{}')`,
  `insert into order_events (order_id, at, source, event, detail)
    values (:order, now(), 'operator', 'redelivered', jsonb_build_object('because', '${MARK}',
      'to', jsonb_build_object('server_id', '112', 'cid', :cid::text)))`,
  `insert into mall_orders (project, ref, order_id, claims_key, created_at)
    values ('miniflix', 'ref-' || :id, :order, :cid::text, now())`,
  `insert into phone_links (order_id, link_hash, made_by, opens_until, ends_at)
    values (:order, sha256(:order::text::bytea), 'secret', now(), now())`,
  `insert into late_queries (attempt_id, provider, due_at, payable_until) values (:attempt, 'payermax', now(), now())`,
  `insert into disputes (provider, dispute_id, order_id, attempt_id, kind, state, stage, currency, claimed_minor, opened_at,
      updated_at, ended_at)
    values ('payermax', 'D-' || :id, :order, :attempt, 'dispute', 'won', 's', 'USD', 499, now(), now(), now())`,
  `insert into quarantine (provider, attempt_id, source, reason, result, at, settled_at, settled_because)
    values ('payermax', :attempt, 'webhook', 'amount_differs', jsonb_build_object('captureRef', 'Q-' || :id), now(), now(), '${MARK}')`,
  `insert into reconciliation_differences (provider, class, subject, attempt_id, explanation, day, found_at, seen_at)
    values ('payermax', 'amount_differs', 'S-' || :id, :attempt, 'x', now(), now(), now())`,
  `insert into found_money (provider, capture_ref, difference_id, decision, attempt_id, captured_at, because, at)
    select 'payermax', subject, id, 'adopted', attempt_id, now(), '${MARK}', now()
    from reconciliation_differences where attempt_id = :attempt`,
  `insert into gateway_inbox (provider, event_key, event_type, body, received_at, applied_at, next_attempt_at)
    values ('payermax', 'K-' || :id, 'PAYMENT', convert_to('{"outTradeNo":"A' || :order || '_1","payer":"${MARK}"}', 'UTF8'),
      now(), now(), now())`,
  `insert into saved_cards (id, player_id, attempt_id, state, token, token_hash, brand, last4, expires_at, password_version, agreed_at)
    values ('c' || :id, :id, :attempt, 'active', 'secret', 'secret', '${MARK}', '1111', now() + interval '1 year', 0, now())`,
  `insert into resolution_requests (id, player_id, order_id, year, kind, text, state, because, created_at, decided_at)
    values ('q' || substr(:order, 2), :id, :order, 2026, 'refund', '${MARK}', 'approved', '${MARK}', now(), now())`,
  `insert into operators (id, name, name_key, roles, created_at) values ('op' || :id, 'op' || :id, 'op' || :id, '{support}', now())`,
  `insert into operator_approvals (id, kind, action, plan_hash, title, reason, second_person, object_kind, object_id,
      object_name, project, player_id, state, asked_by, asked_at, expires_at, decided_at, decided_because)
    values ('v' || :id, 'refund_order', '{"because": "${MARK}"}', 'x', 'x', '${MARK}', 'x', 'order', :order, '${MARK}',
      'miniflix', :id, 'declined', 'op' || :id, now(), now(), now(), '${MARK}')`,
  `insert into operator_reasons (id, player_id, salt, text) values ('w' || :id, :id, 'x', '${MARK}')`,
  `insert into resends (id, request_id, order_id, recipient, state, at, created_at, settled_at, settled_because)
    values ('r' || :id, 'q' || substr(:order, 2), :order,
      jsonb_build_object('server_id', '112', 'cid', :cid::text, 'name', '${MARK}', 'level', 1), 'delivered', now(), now(), now(), '${MARK}')`,
  `insert into outbox_mails (id, kind, order_id, project, server_id, next_attempt_at, give_up_at, created_at, ended_at)
    values ('r' || :id, 'resend', :order, 'miniflix', '112', now(), now(), now(), now())`,
  `insert into game_notices (id, kind, order_id, project, amount_minor, total_minor, currency, next_attempt_at, give_up_at,
      created_at, ended_at)
    values ('refund:R' || :id, 'refund', :order, 'miniflix', 100, 100, 'USD', now(), now(), now(), now())`,
  `insert into webhook_messages (endpoint_id, event_id, type, project, order_id, at, facts)
    values ('w', 'paid_' || :order, 'order.paid', 'miniflix', :order, now(), '{}')`,
];

export async function wholeCharacter(pool: pg.Pool): Promise<WholeCharacter> {
  const order = await paidOrder(pool);
  const { orderId, attemptId } = order;
  await deliver(pool, order);
  await endRefund(pool, await refundRow(pool, order, { amount: 100 }), 'SUCCEEDED');
  const { rows } = await pool.query<{ id: number; cid: string }>(
    `update players set cid = '9' || lpad(id::text, 8, '0')
      where id = (select player_id from orders where id = $1) returning id, cid`,
    [orderId],
  );
  const { id, cid } = rows[0] ?? { id: 0, cid: '' };
  const values = {
    id: String(id),
    cid: `'${cid}'`,
    order: `'${orderId}'`,
    attempt: `'${attemptId}'`,
  };
  for (const text of [...PLAYER_ROWS, ...ORDER_ROWS]) {
    // Our own numbers: nothing to escape.
    await pool.query(
      text.replaceAll(
        /(?<!:):(id|cid|order|attempt)\b/g,
        (_, name: keyof typeof values) => values[name],
      ),
    );
  }
  return { playerId: id, cid, orderId, attemptId };
}
