import type { Money } from '@webpay/contract/money';
import type { ReactNode } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { cx } from '../../ui/cx.ts';
import { Chip } from '../../ui/Chip/Chip.tsx';
import { PanePart } from '../../ui/Frame/Frame.tsx';
import { KeyValues } from '../../ui/KeyValues/KeyValues.tsx';
import { GoodsImage } from '../../ui/GoodsImage/GoodsImage.tsx';
import { piecesGiven } from '../goods/pieces.ts';
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
  /** One piece is given twice. */
  readonly doubled?: boolean | undefined;
  /** Price of the whole line; null: unknown yet. */
  readonly price: Money | null;
};

/** "Your order" beside the column on wide screens. */
export function OrderSummary(props: {
  /** Replaces "Your order", for example for the cart. */
  readonly title?: string;
  readonly lines: readonly SummaryLine[];
  readonly name: string;
  /** Server of the recipient, cut where the pane is too narrow for both. */
  readonly server?: string;
  readonly total: Money | null;
  /** The goods will not arrive. */
  readonly isOver?: boolean;
  /** Rows before the recipient, for example the order's number. */
  readonly rows?: readonly { readonly key: string; readonly value: ReactNode }[];
  /** Facts between the lines and the sum. */
  readonly facts?: ReactNode;
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
                {line.count > 1 &&
                  ` ${t('goods.times', { count: formatNumber(line.count, lang) })}`}
              </b>
              {line.bonus !== null && (
                <Chip tone="gold">
                  {t('goods.bonus', { count: formatNumber(line.bonus * piecesGiven(line), lang) })}
                </Chip>
              )}
              {line.doubled === true && <Chip tone="gold">{t('goods.first_doubled')}</Chip>}
            </div>
            <span className="num">{line.price && money(line.price)}</span>
          </div>
        ))}
        {props.facts}
        <div className={styles.facts}>
          <KeyValues
            rows={[
              ...(props.rows ?? []),
              { key: t('goods.order_for'), value: <Recipient {...props} /> },
              ...(props.isOver
                ? []
                : [
                    {
                      key: t('goods.order_arrives'),
                      value: <span data-lesser>{t('goods.order_arrives_value')}</span>,
                    },
                  ]),
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

/** The recipient in one line; the server gives way. */
export function Recipient(props: { readonly name: string; readonly server?: string | undefined }) {
  const { name, server } = props;
  if (server === undefined) return name;
  return (
    <span className={styles.recipient} title={`${name} · ${server}`}>
      <span className="clip">{name}</span>
      <span className="clip">&nbsp;· {server}</span>
    </span>
  );
}
