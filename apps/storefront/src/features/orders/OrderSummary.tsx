import type { Money } from '@webpay/contract/money';
import type { ReactNode } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { Chip } from '../../ui/Chip/Chip.tsx';
import { PanePart } from '../../ui/Frame/Frame.tsx';
import { cx } from '../../ui/cx.ts';
import { KeyValues } from '../../ui/KeyValues/KeyValues.tsx';
import { GoodsImage } from '../../ui/GoodsImage/GoodsImage.tsx';
import { useMoney } from '../goods/use-money.ts';
import section from '../../styles/section-title.module.css';
import styles from './OrderSummary.module.css';

/** Line of an order or of the selection. */
export type SummaryLine = {
  readonly key: string;
  readonly name: string;
  readonly image: string;
  readonly count: number;
  /** Bonus pieces of a single item. */
  readonly bonus: number | null;
  /** Price of the whole line; null: unknown yet. */
  readonly price: Money | null;
};

/** "Your order" beside the column on wide screens. */
export function OrderSummary(props: {
  /** Replaces "Your order", for example for the cart. */
  readonly title?: string;
  readonly lines: readonly SummaryLine[];
  readonly name: string;
  readonly total: Money | null;
  /** The goods will not arrive. */
  readonly isOver?: boolean;
  /** Primary button of the screen, where the aside contains it. */
  readonly children?: ReactNode;
}) {
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  if (props.lines.length === 0) {
    return (
      <PanePart>
        <h2 className={section.title}>{t('goods.order_title')}</h2>
        <p className="muted">{t('goods.order_none', { name: props.name })}</p>
      </PanePart>
    );
  }
  return (
    <>
      <PanePart>
        <h2 className={cx(section.title, styles.title)}>{props.title ?? t('goods.order_title')}</h2>
        {props.lines.map((line) => (
          <div key={line.key} className={styles.line}>
            <GoodsImage size="thumb" tier={3} picture={line.image} />
            <div className={styles.text}>
              <b>
                {line.name}
                {line.count > 1 && ` ${t('goods.times', { count: line.count })}`}
              </b>
              {line.bonus !== null && (
                <Chip tone="gold">
                  {t('goods.bonus', { count: formatNumber(line.bonus, lang) })}
                </Chip>
              )}
            </div>
            <span className="num">{line.price && money(line.price)}</span>
          </div>
        ))}
        <div className={styles.facts}>
          <KeyValues
            rows={[
              { key: t('goods.order_for'), value: props.name },
              ...(props.isOver
                ? []
                : [{ key: t('goods.order_arrives'), value: t('goods.order_arrives_value') }]),
              { key: t('goods.order_tax'), value: t('goods.order_tax_value') },
            ]}
            total={{ key: t('goods.order_total'), value: props.total ? money(props.total) : '…' }}
          />
        </div>
      </PanePart>
      {props.children && (
        <PanePart end>
          <div className="stack-tight">{props.children}</div>
        </PanePart>
      )}
    </>
  );
}
