import { useMoney } from '../../features/goods/use-money.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { type Card, savingOf } from './card-view.ts';
import { Heap } from './Heap.tsx';
import styles from './WeeklyCard.module.css';

/** Compares the price with the same items as top-ups. */
export function Comparison({ card }: { readonly card: Card }) {
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const [main] = card.total;
  const saving = savingOf(card);
  if (!main || !saving || !card.singly) return null;
  return (
    <Panel className={styles.line}>
      <Heap className={styles.thumb} items={[main]} count={3} />
      <div className={styles.lineText}>
        <b>{t('card.singly', { count: formatNumber(main.count, lang), item: main.name })}</b>
        <span className="muted num">
          <s>{money(card.singly)}</s> · {t('card.you_keep', { price: money(saving) })}
        </span>
      </div>
    </Panel>
  );
}
