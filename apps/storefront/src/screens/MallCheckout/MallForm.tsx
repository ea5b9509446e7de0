import type { CallResult, Channel, MallOrder } from '@webpay/contract/calls';
import type { Money } from '@webpay/contract/money';
import { useEffect, useEffectEvent } from 'react';
import { useProject } from '../../api/page.tsx';
import { payerFields } from '../../features/checkout/payment/payer.ts';
import { PayPage } from '../../features/checkout/payment/PayPage.tsx';
import { useWays } from '../../features/checkout/payment/use-ways.ts';
import { RetentionNote } from '../../features/checkout/result/RetentionNote.tsx';
import { storage, type MallVisit } from '../../browser/storage.ts';
import type { Proof } from '../../features/character/access/send-form.ts';
import { type CheckoutFlow, usePayment } from '../../features/checkout/payment/use-payment.ts';
import { paths } from '../../router/paths.ts';
import { newVisit } from './take-token.ts';

type Opening = (
  channel: Channel,
  total: Money,
  proof: Proof,
  payer: ReturnType<typeof payerFields>,
) => Promise<CallResult<'mallPay'>>;

type MallFormProps = {
  readonly mallToken: string;
  readonly order: Pick<MallOrder, 'items' | 'total' | 'role' | 'expires_at' | 'channels'>;
  /** Opens a payment without a session. */
  readonly open: Opening;
  /** Limited goods or an event's offer, as far as this page knows: no code is offered for it. */
  readonly isScarce: boolean;
  /** The order carries this country's price. */
  readonly isPriced: boolean;
  readonly failure: unknown;
  readonly isAsking: boolean;
  readonly country: string;
  readonly onCountry: (country: string) => void;
  readonly payId: string | null;
  /** Requests the order again. */
  readonly onAgain: () => void;
  /** Shows the order's state instead of the form. */
  readonly onOrder: (isUnresolved: boolean) => void;
};

/** Renders an order with its payment channels; the game, or another device, chose goods and character. */
export function MallForm(props: MallFormProps) {
  const { mallToken, order, country, isPriced } = props;
  const project = useProject();
  const total = isPriced ? order.total : null;
  const flow = useMallPayment({ mallToken, country, open: props.open, onOrder: props.onOrder });
  const ways = useWays({
    flow,
    country,
    total,
    payId: props.payId ?? storage.read('mall', project)?.pay_id ?? null,
    offered: isPriced ? order.channels : null,
    isFailed: props.failure !== null,
    isScarce: props.isScarce,
    onReload: props.onAgain,
  });

  // The order expired or was paid in another tab: its own state says which.
  const isOver = flow.problem?.kind === 'orderOver';
  const lookAgain = useEffectEvent(() => {
    props.onAgain();
    props.onOrder(false);
  });
  useEffect(() => {
    if (isOver) lookAgain();
  }, [isOver]);

  return (
    <PayPage
      lines={order.items.map((item) => ({
        key: item.product_id,
        name: item.name,
        image: item.image,
        count: item.count,
        bonus: item.bonus?.count ?? null,
        price: isPriced ? item.subtotal : null,
      }))}
      total={total}
      priceFailure={props.isAsking ? null : props.failure}
      onPriceRetry={props.onAgain}
      role={order.role}
      country={country}
      onCountry={props.onCountry}
      ways={ways}
      onAccept={() => {
        flow.clearProblem();
        props.onAgain();
      }}
      onRefuse={flow.clearProblem}
    >
      <RetentionNote expiresAtMs={order.expires_at} />
    </PayPage>
  );
}

/** Pays the order of a token, by which a reload finds it. */
function useMallPayment(input: {
  readonly mallToken: string;
  readonly country: string;
  readonly open: Opening;
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
    // The order has its recipient, whatever session exists here.
    isStillOurs: () => true,
    stored,
    store: ({ country: _country, ...change }) =>
      storage.write('mall', { ...stored(), ...change }, project),
    open: (channel, total, proof) =>
      input.open(channel, total, proof, payerFields(project, channel)),
    mark: () => undefined,
    goToOrder: (_token, isUnresolved) => input.onOrder(isUnresolved),
  });
}
