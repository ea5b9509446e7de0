import { useText } from '../../i18n/text.tsx';
import type { OrderWords } from './order-view.ts';
import styles from './Orders.module.css';

/** A dot and a word: never the colour alone. */
export function StateChip({ words }: { readonly words: OrderWords }) {
  const t = useText();
  return (
    // A word that changes is a new chip: it fades in.
    <span key={words.chip} className={styles.chip} data-tone={words.tone}>
      {t(words.chip)}
    </span>
  );
}
