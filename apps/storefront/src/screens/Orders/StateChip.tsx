import { useText } from '../../i18n/text.tsx';
import type { OrderWords } from './order-view.ts';
import styles from './Orders.module.css';

/** Shows the state by a dot and a text, never by colour alone. */
export function StateChip({ words }: { readonly words: OrderWords }) {
  const t = useText();
  return (
    // A changed text is a new element, so that it fades in.
    <span key={words.chip} className={styles.chip} data-tone={words.tone}>
      {t(words.chip)}
    </span>
  );
}
