-- A wallet that its gateway keeps is a row of saved_cards without a card's face (docs/decisions/0089). Expand only: the new rule allows more.
alter table saved_cards add column account text;
alter table saved_cards drop constraint saved_card_removed_because;
alter table saved_cards add constraint saved_card_removed_because
  check (removed_because in ('player', 'no_password', 'replaced', 'asks_code', 'refused')) not valid;
alter table saved_cards drop constraint an_active_card_is_whole;
alter table saved_cards add constraint an_active_card_is_whole check (state <> 'active'
  or num_nonnulls(token, token_hash, brand, last4, expires_at) = 5
  or num_nonnulls(token, token_hash, brand, account) = 4) not valid;
