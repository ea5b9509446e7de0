import { useConfigs } from '../../../api/page.tsx';
import { useText } from '../../../i18n/text.tsx';
import { Popup } from '../../../ui/Popup/Popup.tsx';
import { useMoney } from '../../goods/use-money.ts';
import { failureMessage } from '../../support/code-message.ts';
import type { Problem } from './problem.ts';

/** Explains on a failed order's page why the next attempt could not begin. */
export default function ProblemDialog(props: {
  readonly problem: Problem;
  readonly onForm: () => void;
  readonly onClose: () => void;
}) {
  const { problem } = props;
  const t = useText();
  const configs = useConfigs();
  const money = useMoney();
  const isShown = problem.kind !== 'reported';
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
