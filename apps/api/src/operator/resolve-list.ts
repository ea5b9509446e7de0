import type { Ctx } from '../context.ts';
import { owedPayments } from '../domain/refunds/queries.ts';
import {
  failedRefunds,
  flaggedPlayers,
  openDisputes,
  unsettledMessages,
} from '../domain/support/operator-queries.ts';
import { refusedMails, refusedRewards, openRequests } from '../domain/support/queries.ts';
import {
  afterRefusal,
  at,
  counted,
  inOneLine,
  seenGone,
  sum,
  told,
  wayBack,
  who,
} from './resolve-words.ts';

/** What `npm run resolve -- list` prints: what waits for a decision. */
export async function listOpen(ctx: Ctx): Promise<string> {
  const requests = await ctx.db.many(openRequests);
  const flagged = await ctx.db.many(flaggedPlayers);
  const cases = await ctx.db.many(openDisputes);
  const failed = await ctx.db.many(failedRefunds);
  const owed = await ctx.db.many(owedPayments);
  const mails = await ctx.db.many(refusedMails);
  const rewards = await ctx.db.many(refusedRewards);
  const words = await ctx.db.many(unsettledMessages);
  return [
    counted(requests, 'open requests'),
    ...requests.map(
      (each) =>
        `  ${each.id}  ${at(each.created_at)}  ${each.kind}  ${each.project} ${who(each.recipient)}  order ${each.order_id} (${each.order_state}, ${sum(each.total_minor, each.currency)})`,
    ),
    counted(flagged, 'flagged players'),
    ...flagged.map(
      (each) =>
        `  ${each.project} ${who(each)}  since ${at(each.flagged_at)}  ${each.why.join(', ') || 'by hand'}`,
    ),
    counted(cases, 'open cases, to be answered at the gateway'),
    ...cases.map(
      (each) =>
        `  ${each.provider} ${each.dispute_id}  ${each.kind} (${each.stage})  order ${each.order_id}  claims ${sum(each.claimed_minor, each.currency)}${each.answer_by === null ? '' : `  answer by ${each.answer_by}`}`,
    ),
    counted(
      failed,
      'refunds the gateway refused: resolve refund-again REFUND --because "…" sends one once more',
    ),
    ...failed.map(
      (each) =>
        `  ${each.id}  order ${each.order_id}  ${sum(each.amount_minor, each.currency)}  ${each.reason}  ${inOneLine(each.failure ?? '')}`,
    ),
    `${owed.length} payments that bought nothing and are not on their way back`,
    ...owed.map(
      (each) =>
        `  ${each.id}  order ${each.order_id}  ${sum(each.owed_minor, each.currency)}  ${each.why}  → ${wayBack(each)}`,
    ),
    counted(
      mails,
      'second mails the game refused: send them to another character, give the money back, or settle',
    ),
    ...mails.flatMap((each) => [
      `  ${each.id}  ${at(each.at)}  order ${each.order_id}  to ${who(each.recipient)}  ${inOneLine(each.why ?? '')}`,
      ...afterRefusal(each).map((command) => `    → ${command}`),
    ]),
    counted(rewards, 'mails of events the game refused: give what they carry by hand, or settle'),
    ...rewards.flatMap((each) => [
      `  ${each.id}  ${at(each.at)}  ${each.project} ${each.event_id}  ${each.kind} ${each.task_id}  to ${who(each)}  ${inOneLine(each.why ?? '')}`,
      `    → npm run resolve -- settle ${each.id} --because "…"`,
    ]),
    counted(
      words,
      'words of gateways that did not fit: resolve settle NUMBER --because "…" once dealt with',
    ),
    ...words.flatMap((each) => [
      `  ${each.id}  ${at(each.at)}  ${each.provider}  ${each.reason} (${each.source})  ${each.attempt_id ?? 'nothing of ours'}`,
      `    told: ${told(each.result)}`,
      ...(each.reason === 'reversal_not_confirmed' ? [`    → ${seenGone(each)}`] : []),
    ]),
  ].join('\n');
}
