import type { OrderEntry } from '@webpay/contract/calls';
import { useProject } from '../../api/page.tsx';
import { useChosenAt } from '../../features/checkout/payment/chosen-at.ts';
import { useText } from '../../i18n/text.tsx';
import { navigate } from '../../router/history.ts';
import { isEventSource, paths } from '../../router/paths.ts';
import { Button } from '../../ui/Button/Button.tsx';

/** Buys an order's only item again at today's price; several items lead to the shop. */
export function BuyAgain(props: {
  readonly order: Pick<OrderEntry, 'items' | 'source'>;
  readonly kind?: 'primary' | 'ghost';
}) {
  const { items, source } = props.order;
  const t = useText();
  const project = useProject();
  const chosenAt = useChosenAt(source);
  const [only, ...more] = items;
  // A mall's order is made by its game alone.
  if (source === 'mall' || !only) return null;
  const isEvent = isEventSource(source);
  const isAlone = more.length === 0;
  const to = isEvent
    ? chosenAt
    : isAlone
      ? paths.directPayment(project, { id: only.product_id, count: only.count })
      : paths.goodsList(project);
  return (
    <Button kind={props.kind ?? 'primary'} wide onClick={() => navigate(to)}>
      {t(isEvent || isAlone ? 'home.buy_again' : 'payment.to_shop')}
    </Button>
  );
}
