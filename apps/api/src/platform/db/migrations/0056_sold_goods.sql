-- Sold goods in all languages, once for each content (docs/decisions/0095). An order's line keeps what its mail, operators and older
-- code read: the texts of the buyer's language, of the project's and English. Expand only: older code writes whole lines without a key.
create table sold_goods (
  -- First 128 bits of the content's SHA-256, base64url.
  id text primary key,
  sold jsonb not null
);

-- No foreign key: rows are only added, and each sale would lock its good's row.
alter table order_items add column sold_id text;
