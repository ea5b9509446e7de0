import { type MessageId, useText } from '../../i18n/text.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { Amounts } from './Amounts.tsx';
import type { Card } from './card-view.ts';
import { Heap } from './Heap.tsx';
import styles from './WeeklyCard.module.css';

/** Shows the items given at once, every day, and in total. */
export function Trio({ card }: { readonly card: Card }) {
  const t = useText();
  const parts: readonly [MessageId, Card['total'], 1 | 3 | 5][] = [
    ['card.at_once', card.instant, 3],
    ['card.every_day', card.owned?.daily ?? card.daily, 1],
    ['card.in_total', card.total, 5],
  ];
  return (
    <ul className={styles.trio}>
      {parts.map(([title, items, count]) => (
        <li key={title}>
          <Panel className={styles.part}>
            <span className="cap">{t(title)}</span>
            <Heap className={styles.partHeap} items={items} count={count} />
            <Amounts items={items} />
          </Panel>
        </li>
      ))}
    </ul>
  );
}
