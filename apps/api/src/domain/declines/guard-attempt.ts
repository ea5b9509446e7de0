import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { RowOf, ValuesFor } from '../../platform/db/statement.ts';
import { macOf, macsOf } from '../../platform/keys.ts';
import { reportLimit } from '../../platform/monitoring/alert.ts';
import { declineCounts, saveProof } from './queries.ts';
import { UNDER_WAY_MS, verdictOf } from './rules.ts';

/** The origin of a payment, as declines are counted. */
export type PaymentOrigin = {
  /** As `limitedAddress` writes it. */
  readonly network: string;
  /** As `blockOf` writes it: an attacker with a /48 changes its /64 for each decline. */
  readonly block: string;
};

/** The caller of a payment. */
export type PaymentCaller = PaymentOrigin & {
  /** Whether this call carries a right image code. */
  readonly hasImageCode: boolean;
  /** Whether order/create can bring an image code; a mall's payer has no field for one. */
  readonly canProve: boolean;
  /** Whether the network opens so many orders that each needs an image code. */
  readonly isCrowd: boolean;
};

export type CountedDeclines = RowOf<typeof declineCounts>;

/** An attempt as its declines name it; also one that is not made yet. */
export type CountedAttempt = {
  readonly attemptId: string;
  readonly orderId: string;
  readonly project: string;
  readonly playerId: number;
};

/**
 * Slows card testing before an attempt is opened or submitted (docs/decisions/0034). The caller holds the player's lock,
 * so that concurrent submissions of a character count each other.
 * @param known counts that were read under this lock
 * @throws Refusal IMAGE_CODE_REQUIRED; TOO_FREQUENT with `retry_after_ms` while the character or its card pauses
 */
export async function guardAttempt(
  ctx: Ctx,
  tx: Tx,
  attempt: CountedAttempt,
  caller: PaymentCaller,
  known?: CountedDeclines,
): Promise<void> {
  const { hasImageCode, canProve, isCrowd } = caller;
  const now = ctx.clock.now();
  const counts = known ?? (await tx.one(declineCounts, declineValues(ctx, attempt, caller, now)));
  const { limitScale } = ctx.config;
  const verdict = verdictOf(counts, { limitScale, canProve, isCrowd }, now.getTime());
  if (verdict.kind === 'pause') {
    reportLimit(ctx, 'payment_pause');
    throw new Refusal('TOO_FREQUENT', { retry_after_ms: verdict.waitMs });
  }
  if (verdict.kind === 'image_code' && !hasImageCode && !counts.has_image_code) {
    reportLimit(ctx, 'payment_image_code');
    throw new Refusal('IMAGE_CODE_REQUIRED');
  }
  if (hasImageCode && !counts.has_image_code) await tx.run(saveProof, { ...attempt, now });
}

/** The values of the counts of an attempt; its ID is '' before it is made. */
export function declineValues(
  ctx: Pick<Ctx, 'orderTokenKey'>,
  { attemptId, playerId }: Pick<CountedAttempt, 'attemptId' | 'playerId'>,
  { network, block }: PaymentOrigin,
  now: Date,
): ValuesFor<typeof declineCounts> {
  return {
    playerId,
    attemptId,
    networks: macsOf(ctx.orderTokenKey, textOf('network', network)),
    blocks: macsOf(ctx.orderTokenKey, textOf('block', block)),
    now,
    underWaySince: new Date(now.getTime() - UNDER_WAY_MS),
  };
}

/** The hashes under which an attempt counts as under way. */
export function submissionHashes(
  ctx: Ctx,
  from: PaymentOrigin,
): { readonly network: Buffer; readonly block: Buffer } {
  return {
    network: hashOf(ctx, 'network', from.network),
    block: hashOf(ctx, 'block', from.block),
  };
}

/** A keyed hash: plain ones of addresses and masked cards are reversible. */
export function hashOf(ctx: Pick<Ctx, 'orderTokenKey'>, kind: Kind, value: string): Buffer {
  return macOf(ctx.orderTokenKey, textOf(kind, value));
}

type Kind = 'network' | 'block' | 'card';

function textOf(kind: Kind, value: string): string {
  return JSON.stringify([`declines:${kind}`, value]);
}
