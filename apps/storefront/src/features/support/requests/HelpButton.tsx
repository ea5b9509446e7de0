import { useText } from '../../../i18n/text.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { SupportButton } from '../SupportButton.tsx';
import { HelpSheet, type HelpSheetProps } from './HelpSheet.tsx';
import { askable } from './request-rules.ts';

/** "Something wrong?" with an order: requests (F17) and customer service (F16). */
export function HelpButton(
  props: Omit<HelpSheetProps, 'help' | 'kinds'> & { readonly className: string },
) {
  const { className, order, requests, about } = props;
  const t = useText();
  const { help: shown, setHelp } = requests;
  const help =
    shown?.orderId === order.order_id
      ? shown
      : { orderId: order.order_id, kind: null, isOpen: false };
  const label = (
    <>
      <Icon name="headset" />
      {t('orders.wrong')}
    </>
  );
  const isOwn = order.role.cid !== undefined;
  const kinds = isOwn ? askable(order) : [];
  // Skips a sheet with a single choice, but never closes an open one.
  if (kinds.length === 0 && !help.isOpen) {
    return (
      <SupportButton className={className} about={about}>
        {label}
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
          setHelp({ ...help, isOpen: true });
          // Another tab may have used this year's request.
          void requests.look();
        }}
      >
        {label}
      </button>
      <HelpSheet {...props} help={help} kinds={kinds} />
    </>
  );
}
