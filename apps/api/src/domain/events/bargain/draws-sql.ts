import * as v from 'valibot';
import { statement } from '../../../platform/db/statement.ts';
import { bargainRules } from './rules.ts';

/** Draws for the characters of an ID in a project, for operators who answer complaints. */

export const couponDraws = statement({
  name: 'bargain.coupon_draws',
  text: `select p.server_id, c.event_id, c.n, c.issued_at as at, c.draw
    from players p join bargain_coupons c on c.player_id = p.id
    where p.project = :project and p.cid = :cid order by c.issued_at`,
  params: { project: 'text', cid: 'text' },
  row: v.object({
    server_id: v.string(),
    event_id: v.string(),
    n: v.number(),
    at: v.date(),
    draw: v.object({
      from_minor: v.number(),
      to_minor: v.number(),
      step_minor: v.number(),
      total: v.number(),
      number: v.number(),
      value_minor: v.number(),
    }),
  }),
});

export const spinDraws = statement({
  name: 'bargain.spin_draws',
  text: `select p.server_id, s.event_id, s.n, s.at, s.draw, s.lowers_minor, t.rules -> 'wheel' as wheel
    from players p join bargain_steps s on s.player_id = p.id join bargain_coupons c using (player_id, event_id, n)
      join bargain_terms t on t.id = c.terms_id
    where p.project = :project and p.cid = :cid and s.task = 'spin' order by s.at`,
  params: { project: 'text', cid: 'text' },
  row: v.object({
    server_id: v.string(),
    event_id: v.string(),
    n: v.number(),
    at: v.date(),
    draw: v.object({
      ranges: v.array(v.object({ from: v.number(), to: v.number() })),
      total: v.number(),
      number: v.number(),
      index: v.number(),
    }),
    lowers_minor: v.number(),
    wheel: bargainRules.entries.wheel,
  }),
});
