import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { CallRefused } from '../../api/failure.ts';
import { useConfigs, useProject } from '../../features/config/page.tsx';
import { againAfter, failureMessage } from '../../features/errors/code-message.ts';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { SlowNote } from '../../features/frame/SlowNote.tsx';
import type { Target } from '../../features/payment/checkout.ts';
import { useChosenAt } from '../../features/payment/chosen-at.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../paths.ts';
import { ErrorBlock } from '../../ui/Blank.tsx';
import { Button } from '../../ui/Button.tsx';
import { Foot } from '../../ui/Foot.tsx';
import { Content } from '../../ui/Frame.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx';
import { TopBar } from '../../ui/TopBar.tsx';
import styles from './States.module.css';

/** The payment page around what stands in the form's place. */
export function Outside(props: { readonly children: ReactNode; readonly foot?: ReactNode }) {
  const t = useText();
  const project = useProject();
  const navigate = useNavigate();
  return (
    <ShopFrame>
      <TopBar title={t('payment.title')} onBack={() => void navigate(paths.goodsList(project))} />
      <Content>{props.children}</Content>
      {props.foot}
    </ShopFrame>
  );
}

export function CheckoutSkeleton({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Outside>
      <SlowNote text="goods.loading_long" onRetry={onRetry} />
      <SkeletonGroup className={styles.outline}>
        <Skeleton height="calc(var(--u) * 2.3)" />
        <Skeleton height="calc(var(--u) * 1.3)" />
        <Skeleton height="calc(var(--u) * 8)" />
        <Skeleton height="calc(var(--u) * 1.5)" />
      </SkeletonGroup>
    </Outside>
  );
}

export function GoodsFailed(props: { readonly failure: unknown; readonly onRetry: () => void }) {
  const t = useText();
  const configs = useConfigs();
  const { failure } = props;
  return (
    <Outside>
      <ErrorBlock
        title={t('goods.failed')}
        onRetry={againAfter(failure, props.onRetry)}
        requestId={failure instanceof CallRefused ? failure.requestId : null}
      >
        {failureMessage(t, failure, configs) ?? t('goods.failed_text')}
      </ErrorBlock>
    </Outside>
  );
}

/** The address names something that is not on this character's shelf. */
export function GoodsGone({ source }: Pick<Target, 'source'>) {
  const t = useText();
  const navigate = useNavigate();
  const back = useChosenAt(source);
  return (
    <Outside
      foot={
        <Foot>
          <Button wide onClick={() => void navigate(back)}>
            {t(source === 'cart' ? 'cart.view' : 'payment.to_shop')}
          </Button>
        </Foot>
      }
    >
      <ErrorBlock title={t('error.10009')}>{t('payment.nothing_text')}</ErrorBlock>
    </Outside>
  );
}
