import type { CSSProperties } from 'react';
import { formatNumber } from '../../../i18n/format.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { Link } from '../../../router/Link.tsx';
import { cx } from '../../../ui/cx.ts';
import { Rewards } from '../Rewards.tsx';
import type { ShownEvent } from '../shown-events.ts';
import styles from './RewardBar.module.css';
import { type OrderLine, rewardProgress } from './reward-progress.ts';
import { useRewardText } from './use-reward-text.ts';

/** Kinds of rewards that fit beside the text. */
const MOST_SHOWN = 2;

/**
 * Way to the event's next reward. Without the player's points, it keeps its place with the event's
 * name, so that nothing moves when they arrive.
 */
export function RewardBar(props: {
  readonly event: ShownEvent;
  /** Order whose points are shown ahead of the payment. */
  readonly lines: readonly OrderLine[];
  /** line: above the goods · nudge: in the order's panel */
  readonly look: 'line' | 'nudge';
  /** Leads to the event. */
  readonly isLink?: boolean;
}) {
  const { event, look } = props;
  const t = useText();
  const lang = useLang();
  const textOf = useRewardText();
  const progress = event.reward_points && rewardProgress(event.reward_points, props.lines);
  const added = progress?.added ?? 0;
  const face = (
    <>
      <span className={styles.words}>
        <b>{added > 0 ? t('cumulation.with_order', { count: added }) : event.title}</b>
        <span>{progress ? textOf(progress) : '\u00a0'}</span>
      </span>
      {progress && progress.rewards.length > 0 && (
        <Rewards size="bar" items={progress.rewards.slice(0, MOST_SHOWN)} />
      )}
      <span className={styles.bar} style={filled(progress)} aria-hidden="true" />
      {progress && (
        <span className="sr-only">
          {t('cumulation.progress', {
            progress: formatNumber(progress.reached, lang),
            goal: formatNumber(progress.goal, lang),
          })}
        </span>
      )}
    </>
  );
  const className = cx(styles.reward, styles[look]);
  if (!props.isLink) {
    return (
      <div className={className} data-reward={look}>
        {face}
      </div>
    );
  }
  return (
    <Link className={className} to={event.path} data-reward={look}>
      {face}
    </Link>
  );
}

type Filled = CSSProperties & { readonly '--before': string; readonly '--after': string };

function filled(progress: { readonly before: number; readonly after: number } | undefined): Filled {
  return { '--before': `${progress?.before ?? 0}%`, '--after': `${progress?.after ?? 0}%` };
}
