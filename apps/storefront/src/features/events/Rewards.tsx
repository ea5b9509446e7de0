import type { CallResult } from '@webpay/contract/calls';
import { formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { cx } from '../../ui/cx.ts';
import { LazyImage } from '../../ui/LazyImage/LazyImage.tsx';
import styles from './Rewards.module.css';

export type EventItem = CallResult<'cumulationInfo'>['tasks'][number]['rewards'][number];

/** Rewards as pictures with their number; screen readers get "Gems × 300". */
export function Rewards(props: {
  readonly items: readonly EventItem[];
  /** bar: smaller, for a bottom bar. */
  readonly size?: 'bar';
  /** Dims rewards that are already claimed. */
  readonly isQuiet?: boolean;
  /** Identifies the pictures for `flyToMail`. */
  readonly name?: string;
}) {
  const t = useText();
  const lang = useLang();
  return (
    <ul
      className={cx(styles.rewards, props.size && styles.bar, props.isQuiet && styles.quiet)}
      data-rewards={props.name}
    >
      {props.items.map((item) => (
        <li key={item.name} className={styles.reward}>
          <LazyImage className={styles.picture} src={item.image} alt="" eager />
          <span className={cx('num', styles.count)} aria-hidden="true">
            {formatNumber(item.count, lang)}
          </span>
          <span className="sr-only">{`${item.name} ${t('goods.times', { count: formatNumber(item.count, lang) })}`}</span>
        </li>
      ))}
    </ul>
  );
}
