-- Cards that characters keep at their gateway (docs/decisions/0074). Expand only.

create table saved_cards (
  -- Random: the browser's name of the card.
  id text primary key,
  player_id bigint not null,
  project text not null,
  -- The payment at which its payer agreed.
  attempt_id text not null constraint one_card_of_a_payment unique references payment_attempts,
  -- agreed: the gateway is asked for its token · active · removing: until the gateway has forgotten it, then no row is left.
  state text not null constraint saved_card_state check (state in ('agreed', 'active', 'removing')),
  -- The gateway's token, encrypted and bound to the row, and its keyed hash. Null: not known yet.
  token bytea,
  token_hash bytea,
  brand text,
  last4 text constraint four_last_digits check (last4 ~ '^[0-9]{4}$'),
  expires_at timestamptz,
  -- The password under which it was kept. Another one locks the card.
  password_version integer not null,
  agreed_at timestamptz not null,
  used_at timestamptz,
  removed_because text constraint saved_card_removed_because
    check (removed_because in ('player', 'no_password', 'replaced', 'asks_code')),
  -- Real time of the next call to the gateway; null: at rest.
  next_attempt_at timestamptz,
  attempts integer not null default 0,
  foreign key (player_id, project) references players (id, project),
  constraint an_active_card_is_whole
    check (state <> 'active' or num_nonnulls(token, token_hash, brand, last4, expires_at) = 5)
);
create index saved_cards_of_player on saved_cards (player_id);
create index saved_cards_by_token on saved_cards (token_hash);
create index saved_cards_due on saved_cards (next_attempt_at) where next_attempt_at is not null;
create trigger set_project before insert on saved_cards for each row execute function set_project_of_player();

-- A card is kept only while its character has a password: no path can forget it, the erasure of a character neither.
create function remove_saved_cards() returns trigger language plpgsql as $$
begin
  update saved_cards set state = 'removing', removed_because = 'no_password', next_attempt_at = now(), attempts = 0
    where player_id = old.player_id and state <> 'removing';
  return null;
end $$;
create trigger saved_cards_need_a_password after delete on access_passwords
  for each row execute function remove_saved_cards();

-- Whether the form of this payment asked its payer to keep the card.
alter table payment_attempts add column offers_saving boolean not null default false;

-- A code of the in-game mail also confirms a device.
alter table mail_codes drop constraint mail_code_purpose;
alter table mail_codes add constraint mail_code_purpose
  check (purpose in ('pwd_set', 'pwd_change', 'pwd_remove', 'pwd_reset', 'device')) not valid;
alter table image_codes drop constraint image_code_purpose;
alter table image_codes add constraint image_code_purpose
  check (purpose in ('role', 'pwd_set', 'pwd_change', 'pwd_remove', 'pwd_reset', 'device')) not valid;
