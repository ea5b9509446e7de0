import type { ActionOf } from '@webpay/contract/console/actions';
import type { Ctx } from '../../context.ts';
import { confirmChargeback } from '../support/confirm-chargeback.ts';
import { settleMessage, settleRefusedMail } from '../support/settle.ts';
import { settleParked, type ParkedDecision } from '../support/settle-parked.ts';
import type { ActRefused, Acts, Done, Subject } from './act.ts';
import { subjectOfMail } from './mail-subject.ts';
import { mailToDecide, messageToSettle } from './work-queries.ts';
import { gatewayInWords, inOneLine, sumInWords } from './words.ts';
import { worthOfSum } from './worth.ts';

/** Ends of mails and messages that the shop itself cannot decide about. */
export const MAIL_ACTS: Acts<
  'settle_parked' | 'settle_mail' | 'settle_message' | 'confirm_chargeback'
> = {
  settle_parked: {
    find: findMail,
    run: async (ctx, { mail_id: id, as, because }, finish) => {
      const project = (await ctx.db.maybe(mailToDecide, { id }))?.project ?? null;
      const end = await settleParked(ctx, { id, as, because }, (tx, { mail, back }) =>
        finish(tx, {
          title: TITLES[as] + (back === null ? '' : ` and pay back ${sumInWords(back)}`),
          effects: [
            ...EFFECTS[as],
            ...(as === 'undelivered' && mail.kind !== 'purchase'
              ? ['It stays listed as refused, until it is closed.']
              : []),
            ...(back === null ? [] : [`${sumInWords(back)} goes back to the player.`]),
          ],
          amount: back,
          worth: back === null ? null : worthOfSum(ctx, project, back),
          change: { mail: id, as, back },
        }),
      );
      return end.kind === 'done' ? DONE : end;
    },
  },
  settle_mail: {
    find: findMail,
    run: async (ctx, { mail_id: id, because }, finish) => {
      const owner = await settleRefusedMail(ctx, { id, because }, (tx, { ...of }) =>
        finish(tx, {
          title: 'Close the refused mail',
          effects: ['The mail leaves the list. No goods and no money move.'],
          ...WITHOUT_MONEY,
          change: { mail: id, of },
        }),
      );
      return owner === null ? refused('no_such_refused_mail') : DONE;
    },
  },
  settle_message: {
    find: findMessage,
    run: async (ctx, { message_id: number, because }, finish) => {
      const end = await settleMessage(ctx, { number, because }, (tx, { reason, booked }) =>
        finish(tx, {
          title: 'Settle the result',
          effects: [
            booked === null
              ? 'The result leaves the list and is not applied: no goods and no money move.'
              : `The result leaves the list. Its gateway returned ${sumInWords(booked)}: ${booked.refundId} counts as done, and what is left of the payment can go back.`,
            "The order's history keeps the reason.",
          ],
          ...WITHOUT_MONEY,
          change: { message: number, reason, booked },
        }),
      );
      return end === null ? refused('no_such_message') : DONE;
    },
  },
  confirm_chargeback: {
    find: findMessage,
    run: async (ctx, { message_id: number, because }, finish) => {
      const project = (await ctx.db.maybe(messageToSettle, { messageId: number }))?.project ?? null;
      const end = await confirmChargeback(ctx, { number, because }, (tx, reversal) => {
        const { provider, disputeId, amount, currency } = reversal;
        const sum = amount === null || currency === null ? null : { minor: amount, currency };
        const named = sum === null ? 'the payment' : sumInWords(sum);
        return finish(tx, {
          title: `Record the chargeback of ${named}`,
          effects: [
            `${gatewayInWords(provider)} took ${named} back: it is booked as lost.`,
            'Goods that were not sent are cancelled; a player who has them cannot order any more.',
          ],
          amount: null,
          worth: sum === null ? null : worthOfSum(ctx, project, sum),
          change: { message: number, dispute: inOneLine(disputeId, 64), sum },
        });
      });
      return end.kind === 'done' ? DONE : end;
    },
  },
};

const DONE = { kind: 'done' } as const;
const WITHOUT_MONEY: Pick<Done, 'amount' | 'worth'> = { amount: null, worth: null };
const refused = (why: string): ActRefused => ({ kind: 'refused', why });

const TITLES: Readonly<Record<ParkedDecision, string>> = {
  delivered: 'Count as delivered',
  undelivered: 'Count as refused',
  retry: 'Send it again',
};

const EFFECTS: Readonly<Record<ParkedDecision, readonly string[]>> = {
  delivered: ['The mail counts as delivered. The game gets no further attempt.'],
  undelivered: ['The mail counts as refused by the game.'],
  retry: ['The mail is sent again, for seven days at most. The game takes the same mail once.'],
};

async function findMail(
  ctx: Ctx,
  { mail_id: id }: ActionOf<'settle_parked' | 'settle_mail'>,
): Promise<Subject | null> {
  const mail = await ctx.db.maybe(mailToDecide, { id });
  return mail === null ? null : subjectOfMail(mail);
}

/** A message that names no payment of ours belongs to no project: only an operator of all projects sees it. */
async function findMessage(
  ctx: Ctx,
  { message_id: messageId }: ActionOf<'settle_message' | 'confirm_chargeback'>,
): Promise<Subject | null> {
  const message = await ctx.db.maybe(messageToSettle, { messageId });
  if (message === null) return null;
  const { order_id: orderId, order_no: orderNo, project, player_id: playerId } = message;
  const of = orderNo === null ? '' : ` of ${orderNo}`;
  return {
    kind: 'message',
    id: String(message.id),
    name: `result ${message.id} of ${gatewayInWords(message.provider)}${of}`,
    project: project ?? '',
    path: orderId === null ? null : `/orders/${orderId}`,
    playerId,
    orderId,
  };
}
