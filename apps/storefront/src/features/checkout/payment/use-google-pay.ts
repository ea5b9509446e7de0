import type { Channel } from '@webpay/contract/calls';
import { useEffect, useState } from 'react';

/** The answer of this page's browser. */
let known: boolean | null = null;

/** Whether the device has Google Pay; null while its browser is asked, false where it is not offered. */
export function useGooglePay(offered: readonly Channel[] | null): boolean | null {
  const [has, setHas] = useState(known);
  const isAsked =
    'PaymentRequest' in globalThis && offered?.some(({ method }) => method === 'google_pay');
  useEffect(() => {
    if (!isAsked || known !== null) return;
    const keep = (answer: boolean) => {
      known = answer;
      setHas(answer);
    };
    // Loaded on demand: few shops and browsers have it.
    import('../../../browser/google-pay.ts')
      .then(({ supportsGooglePay }) => supportsGooglePay())
      .then(keep, () => keep(false));
  }, [isAsked]);
  return isAsked ? has : false;
}
