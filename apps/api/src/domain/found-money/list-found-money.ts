import type { Ctx } from '../../context.ts';
import { foundMoney } from './queries.ts';

/** A quarantined message about captured money; `difference`: the one that names it, if it was found. */
export type QuarantinedCapture = {
  readonly id: number;
  readonly day: string;
  readonly difference: number | null;
};

/** Money that waits for a decision, and the quarantined messages about such money. */
export async function listFoundMoney(
  ctx: Ctx,
  messages: readonly {
    readonly id: number;
    readonly provider: string;
    readonly result: unknown;
    readonly at: Date;
  }[],
) {
  const found = await ctx.db.many(foundMoney);
  const captures = messages.flatMap((each): QuarantinedCapture[] => {
    const captureRef = captureOf(each.result);
    if (captureRef === null) return [];
    const difference = found.find(
      ({ provider, subject }) => provider === each.provider && subject === captureRef,
    );
    const day = each.at.toISOString().slice(0, 10);
    return [{ id: each.id, day, difference: difference?.id ?? null }];
  });
  return { found, captures };
}

/** The capture of a message that says "paid"; null for another message, or another merchant's money. */
function captureOf(result: unknown): string | null {
  const fields: Readonly<Record<string, unknown>> =
    typeof result === 'object' && result !== null ? { ...result } : {};
  const { kind, captureRef, merchantIsOurs } = fields;
  const isMoney = kind === 'paid' && merchantIsOurs !== false;
  return isMoney && typeof captureRef === 'string' ? captureRef : null;
}
