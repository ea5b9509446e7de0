import { useMoney } from '../../features/goods/use-money.ts';
import { type MessageId, useText } from '../../i18n/text.tsx';
import type { Card } from './card-view.ts';
import { Amounts } from './Days.tsx';
import styles from './WeeklyCard.module.css';

/** Items and price of a card, line by line in the pane. */
export function Gives({ card }: { readonly card: Card }) {
  const t = useText();
  const money = useMoney();
  const lines: readonly [MessageId, Card['total']][] = [
    ['card.at_once', card.instant],
    ['card.every_day', card.owned?.daily ?? card.daily],
    ['card.in_total', card.total],
  ];
  return (
    <div className={styles.gives}>
      <h2 className={styles.givesName}>{card.name}</h2>
      <ul>
        {lines.map(([title, items]) => (
          <li key={title} className={styles.giveLine}>
            <span>{t(title)}</span>
            <span>
              <Amounts items={items} />
            </span>
          </li>
        ))}
      </ul>
      {card.owned === null && <b className={`num ${styles.price}`}>{money(card.price)}</b>}
    </div>
  );
}
