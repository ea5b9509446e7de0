import { useId } from 'react';
import { useOfflineReason } from '../../browser/use-offline-reason.ts';
import { Rewards } from '../../features/events/Rewards.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { type MessageId, useLang, useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Chip } from '../../ui/Chip/Chip.tsx';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/Panel/Panel.tsx';
import styles from './Cumulation.module.css';
import { type Task, type TaskKind, toGo } from './task-view.ts';
import type { Claims } from './use-claims.ts';
import { unreachable } from '../../browser/unreachable.ts';

const NAMES: Readonly<Record<TaskKind, MessageId>> = {
  points: 'cumulation.task_points',
  days: 'cumulation.task_days',
  daily: 'cumulation.task_daily',
};

export function TaskCard({ task, claims }: { readonly task: Task; readonly claims: Claims }) {
  const t = useText();
  const lang = useLang();
  const id = useId();
  const name = t(NAMES[task.kind], { goal: task.goal });
  const isDone = task.state === 'claimed';
  const far = t('cumulation.progress', {
    progress: formatNumber(task.progress, lang),
    goal: formatNumber(task.goal, lang),
  });
  return (
    <Panel
      className={cx(
        'stack-tight',
        task.state === 'claimable' && styles.ready,
        isDone && styles.claimed,
      )}
    >
      <div className={styles.head}>
        <h2 id={id}>{name}</h2>
        <span className="cap num">{isDone ? t('event.claimed') : far}</span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuenow={Math.round((task.progress / task.goal) * 100)}
        aria-valuetext={far}
        className={styles.track}
      >
        <span style={{ inlineSize: `${Math.min(100, (task.progress / task.goal) * 100)}%` }} />
      </div>
      <div className={styles.gives}>
        <Rewards items={task.rewards} name={task.task_id} isQuiet={isDone} />
        <End task={task} name={name} claims={claims} />
      </div>
    </Panel>
  );
}

function End(props: { readonly task: Task; readonly name: string; readonly claims: Claims }) {
  const { task, claims } = props;
  const t = useText();
  const offline = useOfflineReason();
  switch (task.state) {
    case 'claimable':
      return (
        <Button
          size="small"
          label={`${t('event.claim')}, ${props.name}`}
          busy={claims.running === task.task_id}
          blocked={offline}
          onClick={() => claims.claim([task])}
        >
          {t('event.claim')}
        </Button>
      );
    case 'open':
      return <Chip>{t('cumulation.to_go', { count: toGo(task) })}</Chip>;
    case 'claimed':
      return (
        <Chip tone="ok" icon="check">
          {t('event.sent_by_mail')}
        </Chip>
      );
    default:
      return unreachable(task.state, 'task state');
  }
}
