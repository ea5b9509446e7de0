import type { Channel } from '@webpay/contract/calls';
import { useEffect, useState } from 'react';

// It comes beside the list of methods, which waits for its answer.
const asking = 'PaymentRequest' in globalThis ? import('../../../browser/google-pay.ts') : null;
asking?.catch(() => undefined);

/** The answer of this page's browser. */
let known: boolean | null = null;

/** Whether the device has Google Pay; null while its browser is asked, false where it is not offered. */
export function useGooglePay(offered: readonly Channel[] | null): boolean | null {
  const [has, setHas] = useState(known);
  const isAsked = asking !== null && offered?.some(({ method }) => method === 'google_pay');
  useEffect(() => {
    if (!isAsked || known !== null || asking === null) return;
    const keep = (answer: boolean) => {
      known = answer;
      setHas(answer);
    };
    asking.then(({ supportsGooglePay }) => supportsGooglePay()).then(keep, () => keep(false));
  }, [isAsked]);
  return isAsked ? has : false;
}
