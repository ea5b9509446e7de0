import { CallRefused } from '../../../api/failure.ts';
import { useConfigs } from '../../../api/page.tsx';
import { failureMessage } from '../../support/code-message.ts';
import { SupportButton } from '../../support/SupportButton.tsx';
import type { CheckoutFlow } from './use-payment.ts';
import { useText } from '../../../i18n/text.tsx';
import { ErrorBlock } from '../../../ui/EmptyState/EmptyState.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { buttonClass } from '../../../ui/Button/button-class.ts';
import { textButtonClass } from '../../../ui/TextButton/TextButton.tsx';

/** Failure to open the order: what happened, that no money moved, and what to do. */
export function ProblemBlock(props: {
  readonly flow: CheckoutFlow;
  readonly onRetry: () => void;
  /** Leads to another choice of goods. */
  readonly onShop?: () => void;
  /** `onShop` leads to the cart, not to the goods list. */
  readonly isFromCart: boolean;
}) {
  const t = useText();
  const configs = useConfigs();
  const { problem, isOpening } = props.flow;

  switch (problem?.kind) {
    case 'stopped':
      return (
        <ErrorBlock
          title={t('payment.order_failed')}
          action={
            <SupportButton className={buttonClass({ kind: 'ghost' })}>
              {t('payment.contact')}
            </SupportButton>
          }
        >
          <Explanation text={t('payment.stopped')} />
        </ErrorBlock>
      );
    case 'goods':
      return (
        <ErrorBlock
          title={t('payment.order_failed')}
          requestId={problem.failure.requestId}
          action={
            props.onShop ? (
              <Button kind="ghost" onClick={props.onShop}>
                {t(props.isFromCart ? 'cart.view' : 'payment.to_shop')}
              </Button>
            ) : (
              <SupportButton
                className={buttonClass({ kind: 'ghost' })}
                about={{ requestId: problem.failure.requestId }}
              >
                {t('payment.contact')}
              </SupportButton>
            )
          }
        >
          <Explanation text={failureMessage(t, problem.failure, configs)} />
        </ErrorBlock>
      );
    case 'orderOver':
    case 'again': {
      const failure = problem.kind === 'again' ? problem.failure : null;
      const requestId = failure instanceof CallRefused ? failure.requestId : null;
      return (
        <ErrorBlock
          title={t('payment.order_failed')}
          onRetry={props.onRetry}
          busy={isOpening}
          requestId={requestId}
          action={
            requestId !== null && (
              <SupportButton className={textButtonClass} about={{ requestId }}>
                {t('payment.contact')}
              </SupportButton>
            )
          }
        >
          <Explanation text={failure === null ? null : failureMessage(t, failure, configs)} />
        </ErrorBlock>
      );
    }
    default:
      return null;
  }
}

/** Adds that no money moved. */
function Explanation({ text }: { readonly text: string | null }) {
  const t = useText();
  return (
    <>
      {text !== null && <p>{text}</p>}
      <p>{t('payment.not_charged')}</p>
    </>
  );
}
