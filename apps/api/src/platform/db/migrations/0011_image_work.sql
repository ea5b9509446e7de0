-- The proof of work of an image code (docs/decisions/0036). Null: none, as in rows of the previous release.
alter table image_codes add column work_bits smallint
  constraint image_work_is_affordable check (work_bits between 1 and 32);
