import { useConfigs } from '../../api/page.tsx';
import { failureMessage } from '../../features/support/code-message.ts';
import type { Problem } from '../../features/checkout/payment/problem.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import { useText } from '../../i18n/text.tsx';
import { Popup } from '../../ui/Popup/Popup.tsx';

/** Explains on a failed order's page why the next attempt could not begin. */
export function ProblemDialog(props: {
  readonly problem: Problem | null;
  readonly onForm: () => void;
  readonly onClose: () => void;
}) {
  const { problem } = props;
  const t = useText();
  const configs = useConfigs();
  const money = useMoney();
  const isShown = problem !== null && problem.kind !== 'reported';
  return (
    <Popup
      show={isShown}
      titleText={t('payment.order_failed')}
      contentText={isShown ? sentence(problem) : ''}
      leftBtnFun={props.onClose}
      closeIconFun={props.onClose}
      rightBtnText={t('ui.try_again')}
      rightBtnFun={props.onForm}
    />
  );

  function sentence(known: Problem): string {
    switch (known.kind) {
      case 'price':
        return known.total
          ? t('payment.price_changed', { price: money(known.total) })
          : t('payment.price_changed_title');
      case 'stopped':
        return t('payment.stopped');
      case 'goods':
      case 'again':
        return failureMessage(t, known.failure, configs) ?? t('payment.not_charged');
      default:
        return t('payment.not_charged');
    }
  }
}
