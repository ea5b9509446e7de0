import { call } from '../../api/call.ts';
import { useProject } from '../../api/page.tsx';
import { type CheckoutFlow, usePayment } from '../../features/checkout/payment/use-payment.ts';
import { type MallVisit, storage } from '../../browser/storage.ts';
import { paths } from '../../router/paths.ts';
import { newVisit } from './take-token.ts';

/** Pays a mall's order, which a reload finds by its token. */
export function useMallPayment(input: {
  readonly mallToken: string;
  readonly country: string;
  readonly onOrder: (isUnresolved: boolean) => void;
}): CheckoutFlow {
  const { mallToken, country } = input;
  const project = useProject();

  function stored(): MallVisit {
    const stored = storage.read('mall', project);
    return stored?.mall_token === mallToken ? stored : newVisit(mallToken);
  }

  return usePayment({
    country,
    returnTo: window.location.origin + paths.actInquireOrder(project),
    // The game chose the recipient, whatever session exists here.
    isStillOurs: () => true,
    stored,
    store: ({ country: _country, ...change }) =>
      storage.write('mall', { ...stored(), ...change }, project),
    open: (pay_id, total) =>
      call('mallPay', { token: mallToken, pay_id, country, total: JSON.stringify(total) }),
    mark: () => undefined,
    goToOrder: (_token, isUnresolved) => input.onOrder(isUnresolved),
  });
}
