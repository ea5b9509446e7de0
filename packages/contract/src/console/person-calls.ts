import * as v from 'valibot';
import { because } from './action-fields.ts';
import { define, id } from './inputs.ts';

/** Values that pages show masked. Network and mail addresses of players are not kept. */
export const PERSONAL_FIELDS = ['card'] as const;

/** A masked value: the card of a payment, of which the first six digits are hidden. */
export const personalValue = v.object({
  field: v.picklist(PERSONAL_FIELDS),
  payment_id: v.string(),
  order_id: v.string(),
  label: v.string(),
  masked: v.string(),
});

const SAVED_CARD_STATES = ['being_saved', 'usable', 'locked', 'expired', 'removing'] as const;

/** A card that a gateway keeps for a character; its token is in no answer. */
export const savedCard = v.object({
  /** null: not known yet, or no longer. */
  brand: v.nullable(v.string()),
  masked: v.nullable(v.string()),
  /** `locked`: kept under a password that is not the character's any more. */
  state: v.picklist(SAVED_CARD_STATES),
  saved_at: v.number(),
  used_at: v.nullable(v.number()),
  expires_at: v.nullable(v.number()),
  /** The payment at which its payer agreed. */
  order_id: v.string(),
});

export const PERSON_CALLS = {
  revealPerson: define(
    v.object({ id, field: v.picklist(PERSONAL_FIELDS), payment_id: id, because }),
    v.object({
      value: v.string(),
      /** The page hides the value after this time. */
      shown_for_ms: v.number(),
    }),
  ),
  personFile: define(
    v.object({ id }),
    v.object({
      name: v.string(),
      /** JSON lines: a head, then each row with its table. */
      text: v.string(),
      lines: v.number(),
      sha256: v.string(),
    }),
  ),
} as const;
