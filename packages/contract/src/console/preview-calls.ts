import * as v from 'valibot';
import { publishable } from './actions.ts';
import { define, done, id } from './inputs.ts';
import { time } from './shapes.ts';

const preview = {
  id: v.string(),
  /** The step that it shows. */
  title: v.string(),
  by: v.string(),
  is_own: v.boolean(),
  /** By the shop's clock, as `expires_at`. */
  made_at: time,
  expires_at: time,
};
const item = v.object(preview);
export type Publishable = v.InferOutput<typeof publishable>;
export type PreviewItem = v.InferOutput<typeof item>;

/** Input and answer of previews (docs/console.md). */
export const PREVIEW_CALLS = {
  previews: define(
    v.object({ project: id }),
    v.object({
      /** Live links, the newest first, at most 50. */
      items: v.array(item),
      /** False: this shop serves no previews. */
      is_on: v.boolean(),
      shop_now: time,
    }),
  ),
  makePreview: define(
    v.object({
      /** The step to show; its moment and its reason change nothing. */
      action: v.optional(publishable),
      /** Instead: a planned publication that waits. */
      publication_id: v.optional(id),
    }),
    v.object({
      ...preview,
      /** With its token, which is shown once. */
      address: v.string(),
    }),
  ),
  revokePreview: define(v.object({ id }), done),
} as const;
