import { useText } from '../../i18n/text.tsx';
import { cx } from '../../ui/cx.ts';
import { toneClass } from '../../ui/tone/tone.ts';
import type { OrderStatus } from './order-view.ts';
import styles from './Orders.module.css';

/** Shows the state by a dot and a text, never by colour alone. A changed text fades in. */
export function StateChip({ status }: { readonly status: Pick<OrderStatus, 'chip' | 'tone'> }) {
  const t = useText();
  return (
    <span
      key={status.chip}
      className={cx(styles.chip, status.tone === 'quiet' ? styles.quiet : toneClass(status.tone))}
    >
      {t(status.chip)}
    </span>
  );
}
