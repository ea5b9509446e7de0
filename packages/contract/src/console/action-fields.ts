import * as v from 'valibot';
import { BANK_NUMBER } from './bank-number.ts';
import { isReadable } from './inputs.ts';
import { TOKEN_DAYS, TOKEN_PERMISSIONS } from './tokens.ts';
import { WEBHOOK_TYPES } from './webhooks.ts';

/** Fields of steps, apart from actions.ts for its length. */

/** Key of a notice to a game, such as `refund:R…_1`. */
export const noticeId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9:._-]{1,250}$/));
export const number = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(Number.MAX_SAFE_INTEGER),
);
/** A reason. Players read those of requests. */
export const because = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(3),
  v.maxLength(1_000),
  v.check(isReadable),
);
export const server = v.pipe(v.string(), v.minLength(1), v.maxLength(64), v.check(isReadable));
export const cid = v.pipe(v.string(), v.minLength(1), v.maxLength(64), v.check(isReadable));
export const bankNumber = v.pipe(v.string(), v.trim(), v.regex(BANK_NUMBER));

export const isOnce = (list: readonly string[]): boolean => new Set(list).size === list.length;
export const tokenPermissions = v.pipe(
  v.array(v.picklist(TOKEN_PERMISSIONS)),
  v.minLength(1),
  v.maxLength(TOKEN_PERMISSIONS.length),
  v.check((list) => isOnce(list)),
);
export const days = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(TOKEN_DAYS.least),
  v.maxValue(TOKEN_DAYS.most),
);
export const url = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500));
export const types = v.pipe(
  v.array(v.picklist(WEBHOOK_TYPES)),
  v.minLength(1),
  v.maxLength(WEBHOOK_TYPES.length),
  v.check((list) => isOnce(list)),
);
