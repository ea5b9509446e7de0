import { CODES } from '@webpay/contract/codes';
import type { OrderView } from '@webpay/contract/calls';
import { lazy, type ReactNode, Suspense } from 'react';
import { navigate } from '../../../router/history.ts';
import { CallRefused, refusedWith } from '../../../api/failure.ts';
import { useText } from '../../../i18n/text.tsx';
import { paths } from '../../../router/paths.ts';
import { Button } from '../../../ui/Button/Button.tsx';
import { BottomBar } from '../../../ui/BottomBar/BottomBar.tsx';
import { Content, PanePart } from '../../../ui/Frame/Frame.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { IconButton } from '../../../ui/IconButton/IconButton.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/Skeleton/Skeleton.tsx';
import { textButtonClass } from '../../../ui/TextButton/TextButton.tsx';
import { TopBar } from '../../../ui/TopBar/TopBar.tsx';
import { useHasPane } from '../../../browser/use-has-pane.ts';
import { useProject } from '../../../api/page.tsx';
import { ShopFrame } from '../../frame/ShopFrame.tsx';
import { LanguageSwitch } from '../../frame/LanguageSwitch.tsx';
import { useSession } from '../../account/use-session.ts';
import { SupportButton } from '../../support/SupportButton.tsx';
import { OrderAside } from './OrderAside.tsx';
import { ResultArt } from './ResultArt.tsx';
import type { WatchedOrder } from './use-order.ts';
import styles from './ResultHero.module.css';

// Few orders' pages need the cache of events; the result stands without it.
const OrderReward = lazy(() => import('./OrderReward.tsx').catch(() => ({ default: () => null })));

type FrameProps = {
  readonly order: OrderView | null;
  /** No order to show: the bar lies over the picture at the top. */
  readonly isMissing?: boolean;
  readonly onBack?: () => void;
  /** Shows ✕ instead of Back: the result lies over home. */
  readonly onClose?: (() => void) | undefined;
  /** Bottom bar; in the pane, it stands below the order's facts. */
  readonly buttons?: ReactNode;
  readonly children: ReactNode;
};

/** Top bar, column and pane of an order's page. */
export function ResultFrame(props: FrameProps) {
  const t = useText();
  const hasPane = useHasPane();
  const { order } = props;
  const isOver = order !== null || props.isMissing === true;
  return (
    <ShopFrame
      pane={
        order ? (
          <>
            {hasPane && <OrderAside order={order} />}
            {hasPane && (
              <Suspense fallback={null}>
                <OrderReward inPane order={order} />
              </Suspense>
            )}
            {/* One place in the document, because a wallet's button must not mount anew. */}
            {props.buttons && <PanePart end>{props.buttons}</PanePart>}
          </>
        ) : (
          !isOver && hasPane && <PaneSkeleton />
        )
      }
    >
      {/* The order's picture reaches the top, below a transparent bar. */}
      <TopBar
        heading="p"
        title={isOver ? '' : t('result.title')}
        over={isOver}
        {...(props.onBack ? { onBack: props.onBack } : {})}
        end={
          <>
            <LanguageSwitch />
            {props.onClose && (
              <IconButton
                icon="close"
                look={isOver ? 'disc' : 'plain'}
                label={t('result.close')}
                onClick={props.onClose}
              />
            )}
          </>
        }
      />
      {props.children}
    </ShopFrame>
  );
}

function PaneSkeleton() {
  return (
    <PanePart>
      <SkeletonGroup className="stack">
        <Skeleton width="50%" height="calc(var(--u) * 0.6)" />
        <Skeleton height="calc(var(--u) * 1.7)" />
        <Skeleton height="calc(var(--u) * 3)" />
        <Skeleton height="var(--cta)" />
      </SkeletonGroup>
    </PanePart>
  );
}

/** Loading or failed state in place of an order. */
export function ResultPending(
  props: Pick<FrameProps, 'onBack' | 'onClose'> & { readonly watched: WatchedOrder },
) {
  const { watched, ...frame } = props;
  const isMissing = watched.failure !== null;
  return (
    <ResultFrame order={null} isMissing={isMissing} {...frame}>
      {isMissing ? <ResultMissing {...watched} /> : <ResultSkeleton />}
    </ResultFrame>
  );
}

function ResultSkeleton() {
  const t = useText();
  return (
    <Content>
      <h1 className="sr-only" tabIndex={-1}>
        {t('result.loading')}
      </h1>
      <SkeletonGroup className={styles.outline}>
        <Skeleton height="calc(var(--u) * 4.6)" />
        <div className="stack">
          <Skeleton width="70%" height="calc(var(--u) * 0.8)" />
          <Skeleton height="calc(var(--u) * 3.4)" />
        </div>
      </SkeletonGroup>
    </Content>
  );
}

/** Unknown order or missing answer; neither affects a payment. `failure` null: the address contains no order. */
export function ResultMissing(props: Pick<WatchedOrder, 'failure' | 'isAsking' | 'askNow'>) {
  const t = useText();
  const project = useProject();
  const hasSession = !!useSession();
  const { failure } = props;
  const isMissing =
    failure === null ||
    refusedWith(failure, CODES.NO_SUCH_ORDER) ||
    // The order belongs to another game's shop.
    refusedWith(failure, CODES.PARAMETER_ERROR);
  const requestId = failure instanceof CallRefused ? failure.requestId : null;
  const toShop = () => navigate(hasSession ? paths.goodsList(project) : paths.home(project));
  return (
    <>
      <ResultArt art={isMissing ? 'missing' : 'asleep'} mood={isMissing ? 'timeout' : 'waiting'} />
      <div role="alert" className={styles.words}>
        <h1 tabIndex={-1}>{t(isMissing ? 'result.missing' : 'result.loading_failed')}</h1>
        <p className="muted">
          {t(isMissing ? 'result.missing_text' : 'result.loading_failed_text')}
        </p>
        {requestId !== null && <p className="cap num">{t('ui.request_id', { id: requestId })}</p>}
        <SupportButton className={textButtonClass} about={{ requestId }}>
          <Icon name="headset" />
          {t('result.support')}
        </SupportButton>
      </div>
      <BottomBar>
        <Button {...(isMissing ? { wide: true } : { kind: 'ghost' })} onClick={toShop}>
          {t('payment.to_shop')}
        </Button>
        {!isMissing && (
          <Button grow busy={props.isAsking} onClick={props.askNow}>
            {t('ui.try_again')}
          </Button>
        )}
      </BottomBar>
    </>
  );
}
