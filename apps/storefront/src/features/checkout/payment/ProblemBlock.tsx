import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { CallRefused } from '../../../api/failure.ts';
import { useConfigs } from '../../../api/page.tsx';
import { failureMessage } from '../../support/code-message.ts';
import { sumLimitMessage } from '../../support/sum-limit.ts';
import { SupportButton } from '../../support/SupportButton.tsx';
import { Pause } from './Pause.tsx';
import type { CheckoutFlow } from './use-payment.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { ErrorBlock } from '../../../ui/EmptyState/EmptyState.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { buttonClass } from '../../../ui/Button/button-class.ts';
import { textButtonClass } from '../../../ui/TextButton/TextButton.tsx';

const PictureBlock = lazy(() => import('./PictureBlock.tsx'));

/** Failure to open the order: what happened, that no money moved, and what to do. */
export default function ProblemBlock(props: {
  readonly flow: CheckoutFlow;
  readonly onRetry: () => void;
  /** Leads to another choice of goods. */
  readonly onShop: (() => void) | undefined;
  /** `onShop` leads to the cart, not to the goods list. */
  readonly isFromCart: boolean;
}) {
  const t = useText();
  const configs = useConfigs();
  const lang = useLang();
  const { problem, isOpening } = props.flow;
  switch (problem?.kind) {
    case 'picture':
      return (
        <Suspense>
          <PictureBlock flow={props.flow} failure={problem.failure} onProven={props.onRetry} />
        </Suspense>
      );
    case 'wait':
    case 'stopped':
    case 'goods':
    case 'orderOver':
    case 'again':
      break;
    default:
      return null;
  }
  const mayRetry = ['orderOver', 'again', 'wait'].includes(problem.kind);
  const failure = 'failure' in problem ? problem.failure : null;
  const requestId = failure instanceof CallRefused ? failure.requestId : null;
  const message =
    failure === null
      ? null
      : (sumLimitMessage(t, lang, failure) ?? failureMessage(t, failure, configs));
  const text = problem.kind === 'stopped' ? t('payment.stopped') : message;
  return (
    <InSight>
      <ErrorBlock
        title={t('payment.order_failed')}
        onRetry={mayRetry ? props.onRetry : undefined}
        busy={isOpening}
        requestId={requestId}
        action={
          problem.kind === 'goods' && props.onShop ? (
            <Button kind="ghost" onClick={props.onShop}>
              {t(props.isFromCart ? 'cart.view' : 'payment.to_shop')}
            </Button>
          ) : (
            (!mayRetry || problem.kind === 'wait' || requestId !== null) && (
              <SupportButton
                className={mayRetry ? textButtonClass : buttonClass({ kind: 'ghost' })}
                about={{ requestId }}
              >
                {t('payment.contact')}
              </SupportButton>
            )
          )
        }
      >
        {problem.kind === 'wait' ? <Pause ms={problem.ms} /> : text !== null && <p>{text}</p>}
        <p>{t('payment.not_charged')}</p>
      </ErrorBlock>
    </InSight>
  );
}

/** Scrolls a new problem into sight, because a short screen ends above it. */
function InSight(props: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // Newer browsers return a promise here, which is no clean-up of an effect.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return <div ref={box}>{props.children}</div>;
}
