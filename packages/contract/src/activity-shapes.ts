import * as v from 'valibot';
import { money } from './shapes.ts';

/** Answers of event calls (contract §3); times in ms since the epoch. */

export const ACTIVITY_KINDS = ['bargain', 'cumulation', 'card'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** Notices of an active reminder that the player has not read. */
export const NOTICES = ['starts_soon', 'started', 'ends_soon'] as const;

/** An event as the goods list and home show it. */
export const activity = v.object({
  id: v.string(),
  kind: v.picklist(ACTIVITY_KINDS),
  title: v.string(),
  tagline: v.string(),
  banner: v.string(),
  starts_at: v.number(),
  ends_at: v.number(),
  path: v.string(),
});

const item = v.object({ name: v.string(), count: v.number(), image: v.string() });
const taskState = v.picklist(['open', 'claimable', 'claimed']);

/** Points of a running cumulation event, for its progress beside goods and orders. */
const rewardPoints = v.object({
  points: v.number(),
  points_per_usd: v.number(),
  /** Goals in points, ascending. */
  goals: v.array(v.object({ goal: v.number(), rewards: v.array(item), state: taskState })),
  /** US cents of goods on sale, by product; they earn the points in every currency. */
  usd_minor: v.record(v.string(), v.number()),
});

export const activityEntry = v.object({
  ...activity.entries,
  /** Something can be claimed, or a notice is unread. */
  badge: v.boolean(),
  /** How many things can be claimed, spun or bought now; 0 leaves a badge to the notice. */
  ready: v.number(),
  /** The newest unread notice. */
  notice: v.nullable(v.picklist(NOTICES)),
  remind: v.boolean(),
  reward_points: v.optional(rewardPoints),
});

/** The event itself, at the top of its page. */
const round = {
  id: v.string(),
  title: v.string(),
  remind: v.boolean(),
  starts_at: v.number(),
  ends_at: v.number(),
};

export const BARGAIN_TASKS = ['sign_in', 'spin', 'top_up'] as const;
export type BargainTask = (typeof BARGAIN_TASKS)[number];

export const bargainInfo = v.object({
  ...round,
  server_day_ends_at: v.number(),
  packs: v.array(
    v.object({
      pack_id: v.string(),
      product_id: v.string(),
      name: v.string(),
      image: v.string(),
      worth: money,
      contents: v.array(item),
      /** Current price for this player. */
      price: money,
      /** Price without discounts. */
      original: money,
      min_price: money,
      state: v.picklist(['available', 'at_minimum', 'bought']),
    }),
  ),
  chosen: v.nullable(v.string()),
  /** All discounts so far, drawn and earned; null: none was issued. */
  coupon: v.nullable(
    v.object({
      value: money,
      /** The drawn discount alone. */
      drawn: money,
      expires_at: v.number(),
      /** Issued by this answer. */
      is_new: v.boolean(),
    }),
  ),
  tasks: v.array(
    v.object({
      task: v.picklist(BARGAIN_TASKS),
      state: v.picklist(['open', 'claimable', 'claimed', 'in_effect']),
      /** Discount of a spin: its maximum while open, its result afterwards. */
      lowers: money,
      /** Required top-up in one day. */
      at_least: v.optional(money),
    }),
  ),
  spins_left: v.number(),
  wheel: v.object({
    /** Eight prizes, 0–7 clockwise from top left. */
    prizes: v.array(
      v.object({
        index: v.number(),
        label: v.string(),
        image: v.string(),
        odds_percent: v.number(),
        /** Discount; null: goods, sent by mail. */
        lowers: v.nullable(money),
      }),
    ),
    /** Index of today's prize, also after a reload. */
    todays_index: v.nullable(v.number()),
  }),
  coupon_range: v.object({ from: money, to: money }),
  state: v.picklist(['not_started', 'running', 'at_minimum', 'all_bought', 'ended']),
});
export const bargainSpin = v.object({ ...bargainInfo.entries, prize_index: v.number() });

const day = {
  day_ends_at: v.number(),
  state: v.picklist(['not_started', 'running', 'ended']),
};

export const cumulationInfo = v.object({
  ...round,
  ...day,
  points: v.number(),
  /** Number of days (UTC) with a top-up. */
  days: v.number(),
  points_per_usd: v.number(),
  tasks: v.array(
    v.object({
      task_id: v.string(),
      kind: v.picklist(['points', 'days', 'daily']),
      goal: v.number(),
      progress: v.number(),
      rewards: v.array(item),
      state: taskState,
    }),
  ),
});

export const cardInfo = v.object({
  ...round,
  ...day,
  cards: v.array(
    v.object({
      card_id: v.string(),
      product_id: v.string(),
      name: v.string(),
      image: v.string(),
      price: money,
      boost_percent: v.number(),
      instant: v.array(item),
      daily: v.array(item),
      days: v.number(),
      total: v.array(item),
      /** An active card can be bought only where another purchase adds days. */
      can_buy: v.boolean(),
      /** Effect of another purchase while active. */
      again: v.picklist(['adds_days', 'refused']),
      /** Price of `total` as top-ups, where that exceeds the card's; from today's prices. */
      singly: v.nullable(money),
      owned: v.nullable(
        v.object({
          bought_at: v.number(),
          expires_at: v.number(),
          /** Current day, from 1; another purchase continues the count. */
          day: v.number(),
          days: v.number(),
          claimed_today: v.boolean(),
          claimed_days: v.array(v.number()),
          /** Daily items and bonuses of top-ups, as promised at the purchase. */
          daily: v.array(item),
          boost_percent: v.number(),
        }),
      ),
    }),
  ),
});
