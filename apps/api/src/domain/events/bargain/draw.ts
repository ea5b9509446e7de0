import type { Ctx } from '../../../context.ts';
import type { BargainRules } from './rules.ts';

/** Bytes of a random number; a double holds six exactly. */
const DRAWN_BYTES = 6;
const DRAWN_FROM = 2 ** (8 * DRAWN_BYTES);

/** A uniform number from 0 to `below` - 1; rejects numbers that would bias it. */
export function drawNumber(ctx: Pick<Ctx, 'randomBytes'>, below: number): number {
  const fair = DRAWN_FROM - (DRAWN_FROM % below);
  for (;;) {
    const drawn = ctx.randomBytes(DRAWN_BYTES).readUIntBE(0, DRAWN_BYTES);
    if (drawn < fair) return drawn % below;
  }
}

/** A coupon's draw, for operators: its range and its result. */
export function drawCoupon(ctx: Pick<Ctx, 'randomBytes'>, coupon: BargainRules['coupon']) {
  const total = (coupon.to_minor - coupon.from_minor) / coupon.step_minor + 1;
  const number = drawNumber(ctx, total);
  return { ...coupon, total, number, value_minor: coupon.from_minor + number * coupon.step_minor };
}
