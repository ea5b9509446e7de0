import type { OrderView, Receipt } from '@webpay/contract/calls';
import { useEffect } from 'react';
import { Redirect } from '../../router/location.tsx';
import { limitsOf } from '../../api/limits.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import { useHasPane } from '../../browser/use-has-pane.ts';
import { thisDevice } from '../../browser/device.ts';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { LanguageSwitch } from '../../features/frame/LanguageSwitch.tsx';
import { OrderAside } from '../../features/checkout/result/OrderAside.tsx';
import {
  ResultFrame,
  ResultMissing,
  ResultPending,
} from '../../features/checkout/result/ResultFrame.tsx';
import { useOrder } from '../../features/checkout/result/use-order.ts';
import { useText } from '../../i18n/text.tsx';
import { paths, withOrder } from '../../router/paths.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';
import { PanePart } from '../../ui/Frame/Frame.tsx';
import { toast } from '../../ui/Toaster/toast.ts';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import { useReceipt } from './use-receipt.ts';
import { useReceiptTexts, type ReceiptTexts } from './use-receipt-texts.ts';
import { VERSION_LABEL } from '@webpay/contract/version';
import styles from './Paper.module.css';

/** Renders an order's receipt as a printable page. */
export function ReceiptPage(props: { readonly token: string; readonly onBack: () => void }) {
  const { token, onBack } = props;
  const project = useProject();
  const watched = useOrder(token);
  const { order } = watched;
  const known = useReceipt(order);
  const isForeign = order !== null && order.role.cid === undefined;
  const failure = isForeign ? null : known.failure;
  // An unpaid order has no receipt: its own page shows its state.
  if (known.receipt?.paid_at === null) {
    return <Redirect to={withOrder(paths.orders(project), token)} />;
  }
  if (order && known.receipt)
    return <Shown order={order} receipt={known.receipt} onBack={onBack} />;
  if (!isForeign && failure === null) return <ResultPending watched={watched} onBack={onBack} />;
  return (
    <ResultFrame order={null} isMissing onBack={onBack}>
      <ResultMissing failure={failure} isAsking={false} askNow={known.retry} />
    </ResultFrame>
  );
}

type ShownProps = {
  readonly order: OrderView;
  readonly receipt: Receipt;
  readonly onBack: () => void;
};

function Shown({ order, receipt, onBack }: ShownProps) {
  const t = useText();
  const configs = useConfigs();
  const texts = useReceiptTexts(order, receipt);
  const hasPane = useHasPane();
  const cannotPrint = thisDevice().inApp !== null;

  // The browser proposes the title as the file name while it prints.
  const fileName = `${configs.name} ${t('orders.receipt')} ${order.order_no}`;
  useEffect(() => {
    let before = document.title;
    const name = () => {
      before = document.title;
      document.title = fileName;
    };
    const restore = () => {
      document.title = before;
    };
    window.addEventListener('beforeprint', name);
    window.addEventListener('afterprint', restore);
    return () => {
      window.removeEventListener('beforeprint', name);
      window.removeEventListener('afterprint', restore);
    };
  }, [fileName]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(texts.asText());
      toast(t('orders.copied'));
    } catch {
      // In-app browsers may forbid it; the text remains selectable.
    }
  }

  return (
    <ShopFrame
      pane={
        <>
          {hasPane && <OrderAside order={order} />}
          <PanePart end>
            <BottomBar wraps>
              <Button
                kind={cannotPrint ? 'primary' : 'ghost'}
                grow={cannotPrint}
                onClick={() => void copy()}
              >
                {t('orders.copy')}
              </Button>
              {!cannotPrint && (
                <Button grow onClick={() => window.print()}>
                  {t('orders.print')}
                </Button>
              )}
            </BottomBar>
          </PanePart>
        </>
      }
    >
      <TopBar title={t('orders.receipt')} onBack={onBack} end={<LanguageSwitch />} />
      <Paper seller={receipt.seller} texts={texts} />
    </ShopFrame>
  );
}

type PaperProps = { readonly seller: Receipt['seller']; readonly texts: ReceiptTexts };

/** Renders the printed receipt, black on white in any theme. */
function Paper({ seller, texts }: PaperProps) {
  const t = useText();
  const configs = useConfigs();
  return (
    <article className={styles.paper} aria-label={t('orders.receipt')}>
      <div className={styles.head}>
        <img className={styles.icon} src={configs.resource_configs.icon} alt="" />
        <div>
          <b className={styles.game}>{configs.name}</b>
          <p className="cap">{[seller.name, seller.address].filter(Boolean).join(', ')}</p>
          <p className="cap">{window.location.host}</p>
        </div>
        <span className={styles.kind}>{t('orders.receipt')}</span>
      </div>
      <dl className={styles.facts}>
        <Facts facts={texts.facts} />
      </dl>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{t('orders.item')}</th>
            <th scope="col">{t('orders.unit')}</th>
            <th scope="col">{t('orders.sum')}</th>
          </tr>
        </thead>
        <tbody>
          {texts.lines.map(({ key, name, unit, sum }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td className="num">{unit}</td>
              <td className="num">{sum}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={styles.sums}>
        <Facts facts={[texts.total]} className={styles.total} />
        <Facts facts={[...texts.refund, ...(texts.tax ? [texts.tax] : [])]} />
      </dl>
      <p className="cap">{t('app.sold_by')}</p>
      <p className="cap">{[limitsOf(configs).email, VERSION_LABEL].filter(Boolean).join(' · ')}</p>
    </article>
  );
}

type FactsProps = {
  readonly facts: ReceiptTexts['facts'];
  readonly className?: string | undefined;
};

function Facts({ facts, className }: FactsProps) {
  return facts.map(({ key, value }) => (
    <div key={key} className={className}>
      <dt>{key}</dt>
      <dd className="num">{value}</dd>
    </div>
  ));
}
