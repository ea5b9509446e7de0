import type { Goods } from '@webpay/contract/calls';
import { useId } from 'react';
import section from '../../styles/section-title.module.css';
import { GoodsCard } from './GoodsCard.tsx';
import styles from './Offers.module.css';

/** A few more goods under a heading; a card leads to `toOf`, else it calls `onSelect`. */
export function Offers(props: {
  readonly title: string;
  readonly note: string | null;
  readonly goods: readonly Goods[];
  readonly toOf?: (goods: Goods) => string;
  readonly onSelect?: (goods: Goods) => void;
}) {
  const id = useId();
  const { goods, toOf, onSelect } = props;
  return (
    <section className={styles.more} aria-labelledby={id}>
      <h2 id={id} className={section.title}>
        {props.title}
      </h2>
      {props.note !== null && <span className="muted">{props.note}</span>}
      <ul className={styles.cards}>
        {goods.map((each) => (
          <li key={each.product_id}>
            <GoodsCard
              goods={each}
              selected={false}
              opened={false}
              eager={false}
              {...(toOf && { to: toOf(each) })}
              {...(onSelect && { onSelect })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
