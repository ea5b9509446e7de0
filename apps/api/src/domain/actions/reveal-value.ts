import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../context.ts';
import { raiseAlert, reportLimit } from '../../platform/monitoring/alert.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { entryOf, refused, type Refused } from '../operators/operator.ts';
import { cardOfPayment, revealsSince } from './person-queries.ts';
import { NOT_FOUND, sees, type Actor } from './pipeline.ts';
import { subjectOfPlayer } from './player-acts.ts';
import { lockLimits } from './queries.ts';
import { appendStep } from './record-step.ts';
import { onlyReads } from './step-up.ts';

const HOUR_MS = 3_600_000;
/** Reveals of one operator in an hour, at LIMIT_SCALE 1: more than these alarm, and the most of all. */
const ALARM_ABOVE = 20;
const AN_HOUR = 60;
/** A page hides the value after this time. */
const SHOWN_MS = 10 * 60_000;
const VERB = 'person.reveal';

type Result = ConsoleResult<'revealPerson'>;

/** Reads one masked value of a character. Value and audit entry, which has the reason, come from one transaction. */
export async function revealValue(
  ctx: Ctx,
  actor: Actor,
  input: ConsoleInput<'revealPerson'>,
): Promise<Result | Refused> {
  const { operator, from } = actor;
  const subject = await subjectOfPlayer(ctx, input.id);
  const isSeen = subject !== null && sees(operator, subject.project);
  const weak = isSeen ? onlyReads(operator) : NOT_FOUND;
  if (!isSeen || weak !== null) return recordRefusal(ctx, actor, input, weak ?? NOT_FOUND);
  const { field, payment_id: payment, because } = input;
  const made = await ctx.db.transaction(async (tx) => {
    // Reveals of one operator at once count each other.
    await tx.one(lockLimits, { operator: operator.id });
    const since = new Date(ctx.clock.real().getTime() - HOUR_MS);
    const { count, oldest } = await tx.one(revealsSince, { operator: operator.name, since });
    if (count >= AN_HOUR * ctx.config.limitScale) return tooMany(ctx, oldest);
    const playerId = Number(input.id);
    const card = await tx.maybe(cardOfPayment, { paymentId: payment, playerId });
    const value = card === null ? null : firstSix(card.card_masked);
    if (value === null) return NOT_FOUND;
    const step = { who: operator, from, verb: VERB, permission: VERB, subject, because } as const;
    await appendStep(ctx, tx, { ...step, detail: { field, payment } });
    return { value, shown_for_ms: SHOWN_MS, nth: count + 1 };
  });
  if ('refused' in made) {
    return made.refused.status === 429 ? made : recordRefusal(ctx, actor, input, made);
  }
  if (made.nth > ALARM_ABOVE * ctx.config.limitScale) {
    raiseAlert(ctx, 'reveals_many', { operator: operator.name, in_an_hour: made.nth });
  }
  return { value: made.value, shown_for_ms: made.shown_for_ms };
}

/** @returns null: the gateway told no first digits */
function firstSix(masked: string): string | null {
  return /^\d{6}/.exec(masked)?.[0] ?? null;
}

function tooMany(ctx: Ctx, oldest: Date | null): Refused {
  reportLimit(ctx, 'console_reveals');
  const now = ctx.clock.real().getTime();
  const freeAt = (oldest?.getTime() ?? now) + HOUR_MS;
  const retryAfterS = Math.max(1, Math.ceil((freeAt - now) / 1_000));
  const detail = `You revealed ${AN_HOUR} values in an hour. Try again in ${retryAfterS} s.`;
  return { refused: { ...refused(429, 'too_many_reveals', detail).refused, retryAfterS } };
}

async function recordRefusal(
  ctx: Ctx,
  { operator, from }: Actor,
  { id, field, payment_id: payment }: ConsoleInput<'revealPerson'>,
  why: Refused,
): Promise<Refused> {
  const about = { objectKind: 'player', objectId: id, detail: { field, payment } };
  const tried = { action: VERB, permission: VERB, outcome: 'refused', ...about } as const;
  await appendAudit(ctx.db, entryOf(ctx, operator, from, tried));
  return why;
}
