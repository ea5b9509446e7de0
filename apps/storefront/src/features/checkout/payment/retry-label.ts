import type { Channel } from '@webpay/contract/calls';
import type { Translate } from '../../../i18n/text.tsx';

/** The button of the way to try after a payment that failed. */
export function retryLabel(t: Translate, channel: Channel, isSame: boolean): string {
  if (isSame) return t('payment.pay_another_card');
  // A card's name in the list, "Credit or debit card", is no end for "Pay with".
  return channel.method === 'card'
    ? t('payment.pay_by_card')
    : t('payment.pay_with', { name: channel.name });
}
