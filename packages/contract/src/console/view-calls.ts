import * as v from 'valibot';
import { define, done, empty, id, text } from './inputs.ts';

/** An encoded query: the page reads it like one that was typed, and drops what no filter has. */
const query = v.pipe(v.string(), v.maxLength(1_000), v.regex(/^[A-Za-z0-9=&%+.,:_*-]+$/));

const orderView = v.object({
  id: v.string(),
  name: v.string(),
  query: v.string(),
  is_shared: v.boolean(),
  /** The operator who saved it. */
  by: v.string(),
  may_remove: v.boolean(),
});

export const VIEW_CALLS = {
  orderViews: define(empty, v.object({ items: v.array(orderView) })),
  saveOrderView: define(v.object({ name: text(40), query, is_shared: v.boolean() }), orderView),
  removeOrderView: define(v.object({ id }), done),
} as const;
