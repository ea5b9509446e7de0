-- Accounts of an OpenID Connect provider that sign operators in (docs/decisions/0067).
create table operator_company_accounts (
  operator_id text primary key references operators,
  issuer text not null,
  -- The provider's own number of the person: `sub`, which is never given to another one.
  subject text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint company_account_belongs_to_one_operator unique (issuer, subject)
);

-- Visits to the provider that have begun: answered once, within ten minutes, by the browser that has the token.
create table operator_company_visits (
  token_hash bytea primary key,
  state text not null,
  nonce text not null,
  -- Proves at the provider that the code is asked for by whom it was made (PKCE).
  verifier text not null,
  -- The session that links its operator's account; null: a sign-in.
  session_id text,
  expires_at timestamptz not null
);
create index operator_company_visits_by_age on operator_company_visits (expires_at);
