import * as v from 'valibot';
import { money } from './shapes.ts';

/** What the calls about events answer (contract §3); times are ms since the epoch. */

export const ACTIVITY_KINDS = ['bargain', 'cumulation', 'card'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** What a bell that is on has said and nobody has read yet. */
export const NOTICES = ['starts_soon', 'started', 'ends_soon'] as const;

/** An event as shelf and home name it. */
export const activity = v.object({
  id: v.string(),
  kind: v.picklist(ACTIVITY_KINDS),
  title: v.string(),
  /** One line below the title. */
  tagline: v.string(),
  banner: v.string(),
  starts_at: v.number(),
  ends_at: v.number(),
  path: v.string(),
});

export const activityEntry = v.object({
  ...activity.entries,
  /** Something can be claimed, or a notice has not been read. */
  badge: v.boolean(),
  /** The newest notice this player has not read. */
  notice: v.nullable(v.picklist(NOTICES)),
  /** Whether this player is reminded of it. */
  remind: v.boolean(),
});

const item = v.object({ name: v.string(), count: v.number(), image: v.string() });

export const BARGAIN_TASKS = ['sign_in', 'spin', 'top_up'] as const;
export type BargainTask = (typeof BARGAIN_TASKS)[number];

export const bargainInfo = v.object({
  /** Of the event this is. */
  id: v.string(),
  title: v.string(),
  remind: v.boolean(),
  starts_at: v.number(),
  ends_at: v.number(),
  /** When a new day with new tasks begins. */
  server_day_ends_at: v.number(),
  packs: v.array(
    v.object({
      pack_id: v.string(),
      product_id: v.string(),
      name: v.string(),
      image: v.string(),
      worth: money,
      contents: v.array(item),
      /** As it stands for this player now. */
      price: money,
      /** Before anything lowered it. */
      original: money,
      min_price: money,
      state: v.picklist(['available', 'at_minimum', 'bought']),
    }),
  ),
  chosen: v.nullable(v.string()),
  /** All that is off the price now, drawn and earned; null: none was issued. */
  coupon: v.nullable(
    v.object({
      value: money,
      /** What the draw alone took off. */
      drawn: money,
      expires_at: v.number(),
      /** Issued by this very answer. */
      is_new: v.boolean(),
    }),
  ),
  tasks: v.array(
    v.object({
      task: v.picklist(BARGAIN_TASKS),
      state: v.picklist(['open', 'claimable', 'claimed', 'in_effect']),
      /** Of an open spin the most it can take off, of one that was made what it did. */
      lowers: money,
      /** What must be topped up in one day for it. */
      at_least: v.optional(money),
    }),
  ),
  spins_left: v.number(),
  wheel: v.object({
    /** Eight, 0–7 clockwise from top left. */
    prizes: v.array(
      v.object({
        index: v.number(),
        label: v.string(),
        image: v.string(),
        odds_percent: v.number(),
        /** What it takes off the price; null: it is goods, sent by mail. */
        lowers: v.nullable(money),
      }),
    ),
    /** Where today's spin stopped: also after a reload. */
    todays_index: v.nullable(v.number()),
  }),
  /** Between what and what a coupon is drawn. */
  coupon_range: v.object({ from: money, to: money }),
  state: v.picklist(['not_started', 'running', 'at_minimum', 'all_bought', 'ended']),
});
export const bargainSpin = v.object({ ...bargainInfo.entries, prize_index: v.number() });

export const cumulationInfo = v.object({
  id: v.string(),
  title: v.string(),
  remind: v.boolean(),
  starts_at: v.number(),
  ends_at: v.number(),
  day_ends_at: v.number(),
  state: v.picklist(['not_started', 'running', 'ended']),
  points: v.number(),
  /** Different days (UTC) on which something was topped up. */
  days: v.number(),
  /** How many points one US dollar of goods brings. */
  points_per_usd: v.number(),
  tasks: v.array(
    v.object({
      task_id: v.string(),
      kind: v.picklist(['points', 'days', 'daily']),
      goal: v.number(),
      progress: v.number(),
      rewards: v.array(item),
      state: v.picklist(['open', 'claimable', 'claimed']),
    }),
  ),
});

export const cardInfo = v.object({
  id: v.string(),
  title: v.string(),
  remind: v.boolean(),
  starts_at: v.number(),
  ends_at: v.number(),
  day_ends_at: v.number(),
  state: v.picklist(['not_started', 'running', 'ended']),
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
      /** Whether it can be bought now: while active only where buying again adds days. */
      can_buy: v.boolean(),
      /** What buying it again does while it is active. */
      again: v.picklist(['adds_days', 'refused']),
      /** What `total` costs as top-ups, where that is more than the card; computed from today's prices. */
      singly: v.nullable(money),
      owned: v.nullable(
        v.object({
          bought_at: v.number(),
          expires_at: v.number(),
          /** Which of its days today is, from 1; after buying again it counts on. */
          day: v.number(),
          days: v.number(),
          claimed_today: v.boolean(),
          /** The days whose reward was claimed, from 1. */
          claimed_days: v.array(v.number()),
          /** What today brings and what top-ups bring more, as promised when it was bought. */
          daily: v.array(item),
          boost_percent: v.number(),
        }),
      ),
    }),
  ),
});
