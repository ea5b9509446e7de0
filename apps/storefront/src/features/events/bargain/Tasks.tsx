import { useId } from 'react';
import { useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { Panel } from '../../../ui/Panel/Panel.tsx';
import { GoodsImage } from '../../../ui/GoodsImage/GoodsImage.tsx';
import { useConfigs, useProject } from '../../../api/page.tsx';
import { Link } from '../../../router/Link.tsx';
import { paths } from '../../../router/paths.ts';
import { buttonClass } from '../../../ui/Button/button-class.ts';
import { useOfflineReason } from '../../../browser/use-offline-reason.ts';
import { CountdownLine } from '../CountdownLine.tsx';
import { useMoney } from '../../goods/use-money.ts';
import { type BargainInfo, type BargainTaskEntry, chosenPack } from './next-step.ts';
import styles from './Tasks.module.css';
import type { Bargain } from './use-bargain.ts';

const LOOKS = {
  sign_in: { art: 'calendar', tier: 2, name: 'bargain.task_sign_in' },
  spin: { art: 'wheel', tier: 5, name: 'bargain.task_spin' },
  top_up: { art: 'currency', tier: 4, name: 'bargain.task_top_up' },
} as const;

/** Daily tasks that lower the price. */
export function Tasks({
  bargain,
  info,
  className,
}: Omit<TaskProps, 'entry'> & { readonly className?: string | undefined }) {
  const t = useText();
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {t('bargain.tasks')}
        </h2>
        <span className="cap">
          <CountdownLine
            id="event.new_day_in"
            endsAtMs={info.server_day_ends_at}
            onEnd={bargain.event.refresh}
          />
        </span>
      </div>
      <ul className="stack-tight">
        {info.tasks.map((entry) => (
          <li key={entry.task}>
            <Task bargain={bargain} info={info} entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type TaskProps = {
  readonly bargain: Bargain;
  readonly info: BargainInfo;
  readonly entry: BargainTaskEntry;
};

function Task({ bargain, info, entry }: TaskProps) {
  const t = useText();
  const money = useMoney();
  const look = LOOKS[entry.task];
  const picture = useConfigs().theme.art[look.art];
  return (
    <Panel className={styles.task}>
      {picture && <GoodsImage size="icon" tier={look.tier} picture={picture} />}
      <div className={styles.text}>
        <b>{t(look.name, { price: entry.at_least ? money(entry.at_least) : '' })}</b>
        <span className="muted num">
          <TaskNote info={info} entry={entry} />
        </span>
      </div>
      <TaskEnd bargain={bargain} info={info} entry={entry} />
    </Panel>
  );
}

/** Effect of the task, expected or achieved. */
function TaskNote({ info, entry }: Pick<TaskProps, 'info' | 'entry'>) {
  const t = useText();
  const money = useMoney();
  const price = money(entry.lowers);
  if (entry.task === 'sign_in') return t('bargain.task_sign_in_text', { price });
  if (entry.task === 'top_up') return t('bargain.task_top_up_text', { price });
  const prize = info.wheel.prizes.find(({ index }) => index === info.wheel.todays_index);
  if (prize === undefined) return t('bargain.task_spin_text', { price });
  if (prize.lowers === null) return t('bargain.task_spin_goods', { label: prize.label });
  return t('bargain.task_spin_done', { price });
}

function TaskEnd({ bargain, info, entry }: TaskProps) {
  const t = useText();
  const project = useProject();
  const offline = useOfflineReason();
  const { task, state } = entry;
  if (state === 'claimed' || state === 'in_effect') {
    return (
      <span className={styles.done}>
        <Icon name="check-circle" />
        {t(state === 'claimed' ? 'bargain.task_done' : 'bargain.task_in_effect')}
      </span>
    );
  }
  // At the minimum the page's button buys the pack.
  if (chosenPack(info)?.state === 'at_minimum') return null;
  if (task === 'spin') {
    return (
      <Button kind="ghost" size="small" onClick={bargain.openWheel}>
        {t('bargain.spin')}
      </Button>
    );
  }
  if (state === 'claimable') {
    return (
      <Button
        kind="ghost"
        size="small"
        busy={bargain.running === `claim ${task}`}
        busyLabel={t('event.claiming')}
        blocked={offline}
        onClick={() => bargain.claim(task)}
      >
        {t('event.claim')}
      </Button>
    );
  }
  if (task !== 'top_up') return null;
  // Purchases count for the event.
  return (
    <Link className={buttonClass({ kind: 'ghost', size: 'small' })} to={paths.goodsList(project)}>
      {t('event.top_up')}
    </Link>
  );
}
