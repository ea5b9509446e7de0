/**
 * Every table with rows about a character, for `erase` and `export` alike. A test compares this list with the schema:
 * each new table must be listed here, or there as exempt.
 */

type CharacterTable = {
  /** How a row leads to its character. */
  readonly by: 'id' | 'player' | 'order' | 'attempt' | 'mail' | 'body';
  /**
   * deleted · deleted_by_owner: by `erase_player`, as the shop may not · emptied: stays without name, id and text ·
   * kept: names no character and proves money.
   */
  readonly erased: 'deleted' | 'deleted_by_owner' | 'emptied' | 'kept';
  /** Secrets, and hashes that could be searched for a secret. An export says only that they are kept. */
  readonly secret?: readonly string[];
};

export const CHARACTER_TABLES = {
  players: { by: 'id', erased: 'emptied' },
  player_flags: { by: 'player', erased: 'emptied' },

  // Ended, not deleted: without its row, an offered token could begin its session again and recreate the character.
  sessions: { by: 'player', erased: 'emptied', secret: ['token_hash'] },
  access_passwords: { by: 'player', erased: 'deleted', secret: ['hash'] },
  access_events: { by: 'player', erased: 'deleted_by_owner' },
  access_attempts: { by: 'player', erased: 'deleted' },
  access_guesses: { by: 'player', erased: 'deleted', secret: ['budget'] },
  mail_codes: { by: 'player', erased: 'deleted', secret: ['code_hash', 'requested_from'] },
  attempt_outcomes: { by: 'player', erased: 'deleted', secret: ['network', 'block', 'card'] },
  decline_pardons: { by: 'player', erased: 'deleted_by_owner' },
  // Before their cart, to which they refer.
  cart_items: { by: 'player', erased: 'deleted' },
  carts: { by: 'player', erased: 'deleted' },
  event_reminders: { by: 'player', erased: 'deleted' },
  event_notices: { by: 'player', erased: 'deleted' },
  event_countries: { by: 'player', erased: 'deleted' },
  operator_notes: { by: 'player', erased: 'deleted' },
  // Its gateway must forget it first: the row stays without a face until then.
  saved_cards: { by: 'player', erased: 'emptied', secret: ['token', 'token_hash'] },
  phone_links: { by: 'order', erased: 'deleted', secret: ['link_hash', 'key_hash', 'made_by'] },
  // Those that wait hold the erasure up; the order's history says that the others were told.
  game_notices: { by: 'order', erased: 'deleted' },

  orders: { by: 'player', erased: 'emptied' },
  order_items: { by: 'order', erased: 'kept' },
  order_events: { by: 'order', erased: 'emptied' },
  mall_orders: { by: 'order', erased: 'emptied' },
  payment_attempts: {
    by: 'order',
    erased: 'kept',
    secret: ['client_key', 'session_key', 'approve_url', 'action_url'],
  },
  late_queries: { by: 'attempt', erased: 'kept' },
  deliveries: { by: 'order', erased: 'kept' },
  refunds: { by: 'order', erased: 'kept' },
  disputes: { by: 'order', erased: 'kept' },
  quarantine: { by: 'attempt', erased: 'emptied' },
  reconciliation_differences: { by: 'attempt', erased: 'kept' },
  found_money: { by: 'attempt', erased: 'emptied' },
  ledger_entries: { by: 'order', erased: 'kept' },
  gateway_inbox: { by: 'body', erased: 'emptied' },

  resolution_requests: { by: 'player', erased: 'emptied' },
  operator_approvals: { by: 'player', erased: 'emptied', secret: ['plan_hash'] },
  operator_reasons: { by: 'player', erased: 'emptied', secret: ['salt'] },
  resends: { by: 'order', erased: 'emptied' },
  outbox_mails: { by: 'mail', erased: 'kept' },
  // The order names the character, when a message is sent.
  webhook_messages: { by: 'order', erased: 'kept' },

  rewards: { by: 'player', erased: 'emptied' },
  bargain_coupons: { by: 'player', erased: 'kept' },
  bargain_steps: { by: 'player', erased: 'kept' },
  card_purchases: { by: 'player', erased: 'kept' },
  first_purchases: { by: 'player', erased: 'kept' },
} as const satisfies Readonly<Record<string, CharacterTable>>;

/** Entries of the list, in its order. */
export const characterTables = Object.entries<CharacterTable>(CHARACTER_TABLES);

/** Tables whose rows the shop deletes: they belong only to the character and prove nothing, in the order of their deletion. */
export const DELETED_TABLES = characterTables.flatMap(([name, { by, erased }]) =>
  erased === 'deleted' ? [{ name, by }] : [],
);
