import type { Money } from '@webpay/contract/money';
import type { ReactNode } from 'react';
import { RichText } from '../../i18n/text.tsx';
import { FadingPrice } from '../goods/FadingPrice.tsx';
import { useMoney } from '../goods/use-money.ts';
import styles from './BoughtLine.module.css';

/** First line of an order's card: picture, name, character and price. */
export function BoughtLine(props: {
  readonly picture: ReactNode;
  readonly character: string;
  readonly server: string;
  /** null: unknown yet. */
  readonly price: Money | null;
  readonly children: ReactNode;
}) {
  const money = useMoney();
  return (
    <div className={styles.line}>
      {props.picture}
      <div className={styles.text}>
        {props.children}
        <div className="muted">
          <RichText
            id="payment.for"
            values={{ name: props.character, server: props.server }}
            parts={[<b key="name" className={styles.name} />]}
          />
        </div>
      </div>
      <b className={`num ${styles.price}`}>
        <FadingPrice text={props.price && money(props.price)} />
      </b>
    </div>
  );
}
