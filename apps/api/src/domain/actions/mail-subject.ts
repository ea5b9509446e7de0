import type { Subject } from './act.ts';
import type { MailToDecide } from './work-queries.ts';

/** A mail as the object of a step: goods of an order, or a mail of an event to its character. */
export function subjectOfMail(mail: MailToDecide): Subject {
  const { id, order_id: orderId, order_no: orderNo, project, player_id: playerId } = mail;
  return {
    kind: 'mail',
    id,
    name:
      orderNo === null
        ? `event mail to ${mail.name ?? 'a character'}`
        : `${WHAT[mail.kind]} of ${orderNo}`,
    project: project ?? '',
    path:
      orderId === null ? (playerId === null ? null : `/players/${playerId}`) : `/orders/${orderId}`,
    playerId,
    orderId,
  };
}

const WHAT = { purchase: 'mail', resend: 'resend', reward: 'mail', reminder: 'mail' } as const;
