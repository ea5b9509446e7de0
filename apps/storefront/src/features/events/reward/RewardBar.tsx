import type { CSSProperties } from 'react';
import { formatNumber } from '../../../i18n/format.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { cx } from '../../../ui/cx.ts';
import { LazyImage } from '../../../ui/LazyImage/LazyImage.tsx';
import styles from './RewardBar.module.css';
import { type OrderLine, type RewardPoints, rewardProgress } from './reward-progress.ts';
import { useRewardText } from './use-reward-text.ts';

/** Kinds of rewards that fit beside the text. */
const MAX_SHOWN = 2;

/** How far the event's next reward is, now and after an order (F09). */
export default function RewardBar(props: {
  readonly title: string;
  readonly points: RewardPoints;
  /** Order whose points are shown ahead of the payment. */
  readonly lines: readonly OrderLine[];
  /** In one row, where the column is wide enough. */
  readonly isRow?: boolean;
}) {
  const t = useText();
  const lang = useLang();
  const textOf = useRewardText();
  const progress = rewardProgress(props.points, props.lines);
  const { added, rewards } = progress;
  return (
    <div className={cx(styles.reward, props.isRow && styles.row)}>
      <div className={styles.words}>
        <b>{added > 0 ? t('cumulation.with_order', { count: added }) : props.title}</b>{' '}
        <span>{textOf(progress)}</span>
      </div>
      {rewards.length > 0 && (
        <ul className={styles.gives}>
          {rewards.slice(0, MAX_SHOWN).map(({ name, count, image }) => (
            <li key={name} className={styles.item}>
              <LazyImage className={styles.picture} src={image} alt="" eager />
              <span className={cx('num', styles.count)} aria-hidden="true">
                {formatNumber(count, lang)}
              </span>
              <span className="sr-only">{`${name} ${t('goods.times', { count: formatNumber(count, lang) })}`}</span>
            </li>
          ))}
        </ul>
      )}
      <span className={styles.bar} style={filled(progress)} aria-hidden="true" />
      <span className="sr-only">
        {t('cumulation.progress', {
          progress: formatNumber(progress.reached, lang),
          goal: formatNumber(progress.goal, lang),
        })}
      </span>
    </div>
  );
}

type Filled = CSSProperties & { readonly '--before': string; readonly '--after': string };

function filled(progress: { readonly before: number; readonly after: number }): Filled {
  return { '--before': `${progress.before}%`, '--after': `${progress.after}%` };
}
