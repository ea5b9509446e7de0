import type { Channel } from '@webpay/contract/calls';
import type { Translate } from '../../../i18n/text.tsx';

/** Button label for another attempt after a failed payment. */
export function retryLabel(t: Translate, channel: Channel, isSame: boolean): string {
  if (isSame) return t('payment.pay_another_card');
  // The name "Credit or debit card" does not fit after "Pay with".
  return channel.method === 'card'
    ? t('payment.pay_by_card')
    : t('payment.pay_with', { name: channel.name });
}
