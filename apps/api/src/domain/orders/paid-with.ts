import type { Receipt } from '@webpay/contract/calls';
import type { Project } from '../projects/catalogue-cache.ts';
import { textIn } from '../projects/texts.ts';
import type { Payment } from './queries.ts';

/** How something was paid, and its numbers: what a player shows to a bank as the proof of it. */
export function paidWith(
  payment: Payment,
  reader: { readonly project: Project; readonly lang: string },
): NonNullable<Receipt['paid_with']> {
  const { project, lang } = reader;
  const channel = project.channels.find(({ pay_id }) => pay_id === payment.pay_id);
  const last4 = payment.card_masked?.slice(-4) ?? '';
  return {
    pay_id: payment.pay_id,
    name: channel ? textIn(channel.data.name, lang, project.lang_default) : payment.pay_id,
    card: /^\d{4}$/.test(last4) ? { brand: payment.card_brand ?? '', last4 } : null,
    reference: payment.reference,
    number: payment.attempt_id,
  };
}
