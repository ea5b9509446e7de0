import type { Receipt } from '@webpay/contract/calls';
import { VERSION_LABEL } from '@webpay/contract/version';
import { useConfigs } from '../../api/page.tsx';
import { useText } from '../../i18n/text.tsx';
import styles from './Paper.module.css';
import type { ReceiptTexts } from './use-receipt-texts.ts';

type PaperProps = { readonly seller: Receipt['seller']; readonly texts: ReceiptTexts };

/** Renders the printed receipt, black on white in any theme. */
export function Paper({ seller, texts }: PaperProps) {
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
      <p className="cap">{[configs.service_email, VERSION_LABEL].filter(Boolean).join(' · ')}</p>
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
