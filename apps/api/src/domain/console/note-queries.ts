import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

const row = v.object({ at: v.date(), operator: v.string(), text: v.string() });

/** Notes about an order, the newest first. */
export const notesOfOrder = statement({
  name: 'console.notes_of_order',
  text: `select at, operator, text from operator_notes where order_id = :orderId order by at desc, id desc limit :limit`,
  params: { orderId: 'text', limit: 'int8' },
  row,
});

/** Notes about a character, not those about its orders. */
export const notesOfPlayer = statement({
  name: 'console.notes_of_player',
  text: `select at, operator, text from operator_notes where player_id = :playerId and order_id is null
    order by at desc, id desc limit :limit`,
  params: { playerId: 'int8', limit: 'int8' },
  row,
});

/** Notes that a page shows. */
export const MAX_NOTES = 100;

/** A note as pages show it. */
export function noteOf({ at, operator, text }: v.InferOutput<typeof row>) {
  return { at: at.getTime(), by: operator, text };
}
