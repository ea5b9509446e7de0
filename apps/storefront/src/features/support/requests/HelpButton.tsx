import type { OrderView } from '@webpay/contract/calls';
import { useState } from 'react';
import { useText } from '../../../i18n/text.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { SupportButton } from '../SupportButton.tsx';
import type { SupportFacts } from '../support-facts.ts';
import { HelpSheet } from './HelpSheet.tsx';
import { askable } from './request-rules.ts';
import type { Requests } from './use-requests.ts';

/** "Something wrong?" with an order: what can be asked for (F17), and customer service (F16). */
export function HelpButton(props: {
  readonly className: string;
  readonly order: OrderView;
  /** What was bought, in short. */
  readonly goods: string;
  readonly requests: Requests;
  readonly about: SupportFacts;
  /** The order turned out to stand otherwise. */
  readonly onStale: () => void;
}) {
  const { className, order, requests, about } = props;
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const words = (
    <>
      <Icon name="headset" />
      {t('orders.wrong')}
    </>
  );
  const isOwn = order.role.cid !== undefined;
  const kinds = isOwn ? askable(order) : [];
  // A sheet with one way out would be a step for nothing. One that is open stays.
  if (kinds.length === 0 && !isOpen) {
    return (
      <SupportButton className={className} about={about}>
        {words}
      </SupportButton>
    );
  }
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        onClick={() => {
          setIsOpen(true);
          // Another tab may have used it up.
          void requests.look();
        }}
      >
        {words}
      </button>
      <HelpSheet {...props} open={isOpen} onClose={() => setIsOpen(false)} kinds={kinds} />
    </>
  );
}
