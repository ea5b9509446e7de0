import type { OrderView } from '@webpay/contract/calls';
import type { Money } from '@webpay/contract/money';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useText } from '../../../i18n/text.tsx';
import { ErrorBlock } from '../../../ui/EmptyState/EmptyState.tsx';
import { Chip } from '../../../ui/Chip/Chip.tsx';
import { Content, PanePart } from '../../../ui/Frame/Frame.tsx';
import { Notice } from '../../../ui/Notice/Notice.tsx';
import { Popup } from '../../../ui/Popup/Popup.tsx';
import { TopBar } from '../../../ui/TopBar/TopBar.tsx';
import type { UserInfo } from '../../../browser/storage.ts';
import { useHasPane } from '../../../browser/use-has-pane.ts';
import { useConfigs } from '../../../api/page.tsx';
import { failureMessage } from '../../support/code-message.ts';
import { ShopFrame } from '../../frame/ShopFrame.tsx';
import { LanguageSwitch } from '../../frame/LanguageSwitch.tsx';
import { OrderItems, type OrderLine } from '../../orders/OrderItems.tsx';
import { OrderSummary } from '../../orders/OrderSummary.tsx';
import { sameMoney } from '../../goods/money.ts';
import { useMoney } from '../../goods/use-money.ts';
import { CountryRow } from './CountryRow.tsx';
import { PayBar } from './PayBar.tsx';
import styles from './PayPage.module.css';
import type { CheckoutFlow, Opened } from './use-payment.ts';
import type { WaysToPay } from './use-ways.ts';
import { Ways } from './Ways.tsx';

const loadProblem = () => import('./ProblemBlock.tsx');
const ProblemBlock = lazy(loadProblem);
const PhoneOffer = lazy(() =>
  import('../phone/PhoneOffer.tsx').catch(() => ({ default: () => null })),
);
/** Loaded before a problem, which may be the network's. */
export const loadDialog = () => import('./ProblemDialog.tsx');
export const ProblemDialog = lazy(loadDialog);

type PayPageProps = {
  readonly lines: readonly OrderLine[];
  /** null while the country's price loads. */
  readonly total: Money | null;
  readonly priceFailure: unknown;
  readonly onPriceRetry: () => void;
  readonly role: Pick<OrderView['role'], 'name' | 'server_name'>;
  readonly country: string;
  readonly onCountry: (country: string) => void;
  readonly ways: WaysToPay;
  /** Absent on pages that are opened directly. */
  readonly onBack?: () => void;
  /** `onBack` leads to the cart. */
  readonly isFromCart?: boolean;
  /** Accepts the server's new total after a 20017. */
  readonly onAccept: (total: Money) => void;
  readonly onRefuse: () => void;
  readonly children?: ReactNode;
  /** The character whose session may send the payment to a phone; absent: this page's payer has none. */
  readonly user?: UserInfo;
};

/** Shared body of every payment page (R05, R10, R11). */
export function PayPage(props: PayPageProps) {
  const { lines, total, role, ways, country, onBack } = props;
  const { flow } = ways;
  const t = useText();
  const configs = useConfigs();
  // The cancelled opening; the notice disappears with the next one.
  const [cancelled, setCancelled] = useState<Opened | null>(null);
  const isCancelled = cancelled !== null && cancelled === flow.opened;
  const hasPane = useHasPane();
  // Before a problem, which may be the network's.
  useEffect(() => void loadProblem().catch(() => undefined), []);
  const countryRow = (
    <div inert={flow.isPaying}>
      <CountryRow
        country={country}
        countries={configs.countries}
        onChoose={props.onCountry}
        inPane={hasPane}
      />
    </div>
  );
  return (
    <ShopFrame
      pane={
        <>
          {hasPane && (
            <OrderSummary
              name={role.name}
              server={role.server_name}
              total={total}
              lines={lines}
              facts={countryRow}
            />
          )}
          {/* One place in the document for all classes: a wallet's button loses its payment when it mounts anew. */}
          <PanePart end>
            <PayBar ways={ways} total={total} onCancel={() => setCancelled(flow.opened)} />
            {hasPane && props.user && (
              <Suspense>
                <PhoneOffer user={props.user} ways={ways} total={total} />
              </Suspense>
            )}
          </PanePart>
        </>
      }
    >
      <TopBar
        title={t('payment.title')}
        {...(onBack && { onBack: () => !flow.isPaying && onBack() })}
        end={
          <>
            <Chip tone="ok" icon="lock">
              {t('payment.secure')}
            </Chip>
            <LanguageSwitch />
          </>
        }
      />
      <div className={`stack ${styles.body}`} inert={flow.isPaying}>
        <Content>
          {!hasPane && <OrderItems lines={lines} total={total} role={role} />}
          {props.children}
          {!hasPane && countryRow}
          <PriceUpdate total={total} />
          {total === null && props.priceFailure !== null && (
            <ErrorBlock title={t('payment.price_failed')} onRetry={props.onPriceRetry}>
              {failureMessage(t, props.priceFailure, configs)}
            </ErrorBlock>
          )}
          <Suspense>
            {flow.problem && (
              <ProblemBlock
                flow={flow}
                onRetry={ways.retry}
                onShop={onBack}
                isFromCart={props.isFromCart ?? false}
              />
            )}
          </Suspense>
          <div role="status" className={styles.notice}>
            {isCancelled && (
              <Notice>
                <b>{t('result.cancelled')}</b>
                <p>{t('payment.not_charged')}</p>
              </Notice>
            )}
          </div>
          <Ways ways={ways} country={country} />
          {ways.chosen?.method === 'card' && flow.problem === null && (
            <p className={`cap ${styles.safe}`}>{t('payment.card_safe')}</p>
          )}
        </Content>
      </div>
      <PriceChanged flow={flow} onAccept={props.onAccept} onRefuse={props.onRefuse} />
    </ShopFrame>
  );
}

/** Notice that stays once the price differs from the first one shown. */
function PriceUpdate({ total }: { readonly total: Money | null }) {
  const t = useText();
  const money = useMoney();
  const [first, setFirst] = useState(total);
  const [hasChanged, setHasChanged] = useState(false);
  if (first === null && total !== null) setFirst(total);
  if (!hasChanged && first !== null && total !== null && !sameMoney(total, first)) {
    setHasChanged(true);
  }
  return (
    <div role="status" className={styles.notice}>
      {hasChanged && total && (
        <Notice tone="accent">{t('payment.price_updated', { price: money(total) })}</Notice>
      )}
    </div>
  );
}

/** Asks whether the new price, or fewer contents, are accepted; no order was created (20017). */
function PriceChanged(
  props: Pick<PayPageProps, 'onAccept' | 'onRefuse'> & { readonly flow: CheckoutFlow },
) {
  const t = useText();
  const money = useMoney();
  const { problem } = props.flow;
  const total = problem?.kind === 'price' ? problem.total : null;
  const isLess = problem?.kind === 'price' && problem.gives !== null;
  const price = total ? money(total) : '';
  return (
    <Popup
      show={total !== null}
      titleText={t(isLess ? 'payment.gives_less_title' : 'payment.price_changed_title')}
      contentText={t(isLess ? 'payment.gives_less' : 'payment.price_changed', { price })}
      leftBtnText={t('payment.price_changed_no')}
      leftBtnFun={props.onRefuse}
      closeIconFun={props.onRefuse}
      rightBtnText={t('payment.price_changed_yes', { price })}
      rightBtnFun={() => total && props.onAccept(total)}
    />
  );
}
