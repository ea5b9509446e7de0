import * as v from 'valibot';
import { LANGUAGES } from '../languages.ts';
import { RESOLUTION_KINDS, RESOLUTION_STATES } from '../money-back.ts';
import { actionSeed } from './action-seed.ts';
import { CONSOLE_ROLES, PERMISSIONS, type Permission } from './permissions.ts';

/** Shapes that several operations share. Times are ms since the epoch. */

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const time = v.pipe(v.number(), v.integer());
export const nullableTime = v.nullable(time);
export const nullableText = v.nullable(v.string());

/** Integer in minor units of the currency. */
export const sum = v.object({ minor: v.pipe(v.number(), v.integer()), currency: v.string() });
export type Sum = v.InferOutput<typeof sum>;

export const TONES = ['green', 'yellow', 'orange', 'red', 'grey', 'blue', 'violet'] as const;
export type Tone = (typeof TONES)[number];
/** A state in words. Tones: done, player, world, refused, over, information, person. */
export const badge = v.object({ tone: v.picklist(TONES), text: v.string() });
export type Badge = v.InferOutput<typeof badge>;

export const language = v.picklist(LANGUAGES);
export const projectName = v.object({ code: v.string(), name: v.string() });

export const SIGN_IN_WAYS = [
  'password',
  'recovery_code',
  'passkey',
  'link',
  'join',
  'company',
] as const;

export const me = v.object({
  id: v.string(),
  name: v.string(),
  roles: v.array(v.picklist(CONSOLE_ROLES)),
  permissions: v.array(v.picklist(Object.keys(PERMISSIONS) as [Permission, ...Permission[]])),
  projects: v.array(projectName),
  world: v.picklist(['sandbox', 'production']),
  signed_in_by: v.picklist(SIGN_IN_WAYS),
  /** False: by a link or a company account alone. Such a session only reads; one of a link adds the first passkey. */
  has_second_factor: v.boolean(),
  session_ends_at: time,
  /** Addresses of the sandbox's mailbox and the shop's pages. */
  shop_url: v.string(),
});

/** Recipient as the order names it; `player_id` leads to the character's page. */
export const character = v.object({
  player_id: v.string(),
  project: projectName,
  server_id: v.string(),
  server_name: v.string(),
  cid: v.string(),
  name: v.string(),
});

export const orderRow = v.object({
  id: v.string(),
  order_no: v.string(),
  created_at: time,
  goods: v.array(v.object({ name: v.string(), count })),
  character,
  total: sum,
  /** Null: no payment was started. */
  method: v.nullable(v.object({ name: v.string(), last_four: nullableText })),
  country: v.string(),
  badges: v.array(badge),
  /** From payment to mailbox, in ms; null: not delivered. */
  mail_after_ms: v.nullable(count),
  /** Why it stands, in a word or two; "" while nothing is wrong. */
  note: v.string(),
});
export type OrderRow = v.InferOutput<typeof orderRow>;

/** A field of lists that a replica may answer. */
export const aged = {
  /** The rows have every change that is older than this, in ms; absent: every change until now. */
  age_ms: v.optional(count),
};

/** Page of a list; `next` is the cursor after the last row, null at the end. */
export const pageOf = <const Item extends v.GenericSchema>(item: Item) =>
  v.object({ items: v.array(item), next: nullableText });

export const STEP_STATES = ['done', 'now', 'later', 'failed'] as const;
/** One step of the order's way: ordered, pay pressed, paid, mail sent, in the mailbox, and what came after. */
export const trackStep = v.object({
  label: v.string(),
  at: nullableTime,
  state: v.picklist(STEP_STATES),
  note: v.string(),
});

export const ORDER_ACTIONS = [
  'copy_answer',
  'ask_gateway',
  'pay_back',
  'retry_mail',
  'open_gateway',
  /** An operator's decision: a request, a result in quarantine, a flag. */
  'decide',
] as const;
/** A step that the page offers, as the dialog begins it. */
export const possibleStep = v.object({
  seed: actionSeed,
  text: v.string(),
  /** Null: possible. */
  why: nullableText,
});
export type PossibleStep = v.InferOutput<typeof possibleStep>;

/** Cause of an order's state, in sentences (explain-order.ts). */
export const explanation = v.object({
  tone: v.picklist(TONES),
  badges: v.array(badge),
  sentence: v.string(),
  why: v.array(v.string()),
  /** Steps that follow by themselves; without a time when it depends on others. */
  next: v.array(v.object({ at: nullableTime, text: v.string() })),
  can: v.array(
    v.object({
      action: v.picklist(ORDER_ACTIONS),
      text: v.string(),
      /** Opens the dialog of the step; null: another way. */
      seed: v.nullable(actionSeed),
      /** The command that does the same. */
      command: nullableText,
    }),
  ),
});
export type Explanation = v.InferOutput<typeof explanation>;

export const TIMELINE_KINDS = ['payment', 'question', 'mail', 'money_back', 'person'] as const;
export const timelineEntry = v.object({
  at: time,
  /** Player, gateway, game, worker or operator. */
  by: v.string(),
  kind: v.picklist(TIMELINE_KINDS),
  tone: v.picklist(TONES),
  sentence: v.string(),
  /** Detail of the row, redacted; null: nothing beyond the sentence. */
  detail: nullableText,
  /** Equal entries in a row count as one. */
  times: v.pipe(count, v.minValue(1)),
  is_planned: v.boolean(),
});

/** A number with its name, for copying. */
export const namedNumber = v.object({ label: v.string(), value: v.string() });

export const moneyLine = v.object({ label: v.string(), sum, is_total: v.boolean() });

export const soldGoods = v.object({
  product_id: v.string(),
  name: v.string(),
  image: v.string(),
  count,
  unit: sum,
  in_mail: v.array(v.string()),
});

export const SEARCH_KINDS = [
  'order',
  'payment',
  'refund',
  'dispute',
  'request',
  'mail',
  'message',
  'difference',
  'character',
] as const;
export const searchHit = v.object({
  kind: v.picklist(SEARCH_KINDS),
  id: v.string(),
  title: v.string(),
  subtitle: v.string(),
  badge: v.nullable(badge),
  sum: v.nullable(sum),
  at: nullableTime,
  /** Page of the console; null: the hit has none yet. */
  path: nullableText,
});

/** A note of an operator. */
export const note = v.object({ at: time, by: v.string(), text: v.string() });

/** A row of the queues: what waits, since when, what was tried, what can be done. */
export const workRow = v.object({
  id: v.string(),
  title: v.string(),
  badge,
  order: v.nullable(v.object({ id: v.string(), order_no: v.string() })),
  character: v.nullable(character),
  sum: v.nullable(sum),
  since: time,
  /** The last answer of the other side, redacted. */
  said: v.string(),
  tries: v.nullable(count),
  next_at: nullableTime,
  /** Given up at this time. */
  until: nullableTime,
  steps: v.array(possibleStep),
});
export type WorkRow = v.InferOutput<typeof workRow>;

/** Rows with the same cause. */
export const workGroup = v.object({
  id: v.string(),
  cause: v.string(),
  tone: v.picklist(TONES),
  /** Steps for all rows at once. */
  steps: v.array(possibleStep),
  count,
  /** At most 50, the oldest first. */
  rows: v.array(workRow),
});
export type WorkGroup = v.InferOutput<typeof workGroup>;

export const requestRow = v.object({
  id: v.string(),
  kind: v.picklist(RESOLUTION_KINDS),
  state: v.picklist(RESOLUTION_STATES),
  created_at: time,
  decided_at: nullableTime,
  decided_by: nullableText,
  /** The player's words. */
  text: v.string(),
  lang: v.string(),
  order_id: v.string(),
  order_no: v.string(),
  goods: v.string(),
  total: sum,
  character,
  /** Reason that the player reads; null: not decided. */
  answer: nullableText,
});

export const APPROVAL_STATES = ['waiting', 'done', 'declined', 'expired', 'changed'] as const;
/** A step that waits for a second person. */
export const approvalRow = v.object({
  id: v.string(),
  state: v.picklist(APPROVAL_STATES),
  kind: v.string(),
  title: v.string(),
  reason: v.string(),
  /** Why a second person is needed. */
  second_person: v.string(),
  sum: v.nullable(sum),
  object: v.object({ kind: v.string(), id: v.string(), name: v.string() }),
  path: nullableText,
  asked_by: v.string(),
  asked_at: time,
  expires_at: time,
  decided_by: nullableText,
  decided_at: nullableTime,
  /** Null: this operator may confirm it now; else the reason why not. */
  why_not: nullableText,
  is_own: v.boolean(),
  /** The time from which the asker may confirm alone; null: another person must. */
  alone_from: nullableTime,
});

export const auditEntry = v.object({
  id: v.number(),
  at: time,
  operator: v.string(),
  action: v.string(),
  /** Kind and id, for example "order 7k3f…"; "" for sign-ins. */
  object: v.string(),
  project: nullableText,
  outcome: v.picklist(['done', 'refused']),
  reason: v.string(),
  address: v.string(),
  request_id: v.string(),
  /** JSON text of what changed or was asked for. */
  detail: v.string(),
  hash: v.string(),
});

export const passkey = v.object({
  id: v.string(),
  name: v.string(),
  created_at: time,
  used_at: nullableTime,
});
export const operatorSession = v.object({
  id: v.string(),
  is_this: v.boolean(),
  browser: v.string(),
  address: v.string(),
  created_at: time,
  seen_at: time,
  ends_at: time,
});
