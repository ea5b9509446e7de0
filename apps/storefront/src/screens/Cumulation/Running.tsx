import { useState, type CSSProperties, type ReactNode } from 'react';
import { EventStep } from '../../features/events/EventPane.tsx';
import { EventBody } from '../../features/events/EventPage.tsx';
import type { EventState } from '../../features/events/use-event.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import type { UserInfo } from '../../browser/storage.ts';
import { type MessageId, useText, useLang } from '../../i18n/text.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Notice } from '../../ui/Notice/Notice.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { Tabs } from '../../ui/Tabs/Tabs.tsx';
import { TaskCard } from './TaskCard.tsx';
import {
  type Cumulation,
  firstTab,
  inOrder,
  inPlace,
  isAllClaimed,
  readyOf,
  TASK_KINDS,
  type TaskKind,
  sumOfRewards,
  type Task,
  ringPercent,
} from './task-view.ts';
import { useClaims, type Claims } from './use-claims.ts';
import { navigate } from '../../router/history.ts';
import { useOfflineReason } from '../../browser/use-offline-reason.ts';
import { Rewards } from '../../features/events/Rewards.tsx';
import { paths } from '../../router/paths.ts';
import { Button } from '../../ui/Button/Button.tsx';
import styles from './Cumulation.module.css';
import { CountdownLine } from '../../features/events/CountdownLine.tsx';
import { useMoney } from '../../features/goods/use-money.ts';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { cx } from '../../ui/cx.ts';
import { Chip } from '../../ui/Chip/Chip.tsx';

const LABELS: Readonly<Record<TaskKind, MessageId>> = {
  points: 'cumulation.points',
  days: 'cumulation.days',
  daily: 'cumulation.daily',
};

type RunningProps = {
  readonly user: UserInfo;
  readonly event: EventState<Cumulation>;
  readonly info: Cumulation;
};

/** Renders the running event: progress and tasks. */
export function Running({ user, event, info }: RunningProps) {
  const t = useText();
  const claims = useClaims(user, event);
  const { trophy } = useConfigs().theme.art;
  const [tab, setTab] = useState<TaskKind>(() => firstTab(info.tasks));
  // A claimed row stays where it was pressed, and moves down on the next visit.
  const [firstTasks] = useState(info.tasks);
  const kinds = TASK_KINDS.filter((kind) => info.tasks.some((task) => task.kind === kind));
  return (
    <>
      <EventBody>
        <Panel className={cx(styles.standing, styles.column)}>
          <Progress info={info} onNewDay={event.refresh} />
        </Panel>
        {claims.failed && (
          <Notice role="alert" tone="err" icon="warn">
            <b>{t('cumulation.claim_failed', { count: claims.failed.count })}</b>
            {claims.failed.why !== null && <p>{claims.failed.why}</p>}
          </Notice>
        )}
        {isAllClaimed(info.tasks) && (
          <Panel>
            <EmptyState
              title={t('cumulation.all_claimed')}
              picture={trophy && <img className="fit" src={trophy} alt="" />}
            />
          </Panel>
        )}
        <div>
          <Tabs
            label={t('title.cumulation')}
            tabs={kinds.map((kind) => {
              const value = readyOf(info.tasks, kind).length;
              return {
                id: kind,
                label: t(LABELS[kind]),
                count: { value, label: t('cumulation.ready', { count: value }) },
              };
            })}
            value={tab}
            onChange={setTab}
          >
            <ul className={`stack ${styles.cards}`}>
              {inPlace(info.tasks, inOrder(firstTasks, tab), tab).map((task) => (
                <li key={task.task_id}>
                  <TaskCard task={task} claims={claims} />
                </li>
              ))}
            </ul>
          </Tabs>
        </div>
      </EventBody>
      <ClaimBar
        tasks={info.tasks}
        claims={claims}
        state={
          <div className={styles.standing}>
            <Progress info={info} onNewDay={event.refresh} />
          </div>
        }
      />
    </>
  );
}

/** Kinds of rewards that fit beside the button. */
const MAX_SHOWN = 3;

/** Claims all ready rewards; leads to the goods where none is ready. */
function ClaimBar(props: {
  readonly tasks: readonly Task[];
  readonly claims: Claims;
  /** Progress above the button in the pane. */
  readonly state: ReactNode;
}) {
  const { tasks, claims } = props;
  const t = useText();
  const project = useProject();
  const offline = useOfflineReason();
  const ready = readyOf(tasks);
  const sum = sumOfRewards(ready);
  if (ready.length === 0 && claims.running === null) {
    return (
      <EventStep state={props.state}>
        <Button wide onClick={() => navigate(paths.goodsList(project))}>
          {t(isAllClaimed(tasks) ? 'event.to_shop' : 'event.top_up')}
        </Button>
      </EventStep>
    );
  }
  return (
    <EventStep
      state={
        <>
          {props.state}
          <div className={styles.paneSum}>
            <Rewards size="bar" items={sum.slice(0, MAX_SHOWN)} />
            {sum.length > MAX_SHOWN && <span className="cap">+{sum.length - MAX_SHOWN}</span>}
          </div>
        </>
      }
      sum={{
        note: offline ?? t('cumulation.ready_sum', { count: ready.length }),
        amount: (
          <span className={styles.sum}>
            <Rewards size="bar" items={sum.slice(0, MAX_SHOWN)} />
            {sum.length > MAX_SHOWN && <span className="cap">+{sum.length - MAX_SHOWN}</span>}
          </span>
        ),
      }}
    >
      <Button
        wide
        busy={claims.running !== null}
        busyLabel={t('event.claiming')}
        blocked={offline}
        onClick={() => claims.claim(ready)}
      >
        {t('cumulation.claim_all', { count: ready.length })}
      </Button>
    </EventStep>
  );
}

/** Shows points in a ring, days, points per dollar and the time to a new day. */
function Progress(props: { readonly info: Cumulation; readonly onNewDay: () => void }) {
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const { info } = props;
  return (
    <>
      <div className={styles.ring} style={filled(ringPercent(info))}>
        <div>
          <b className="num">{formatNumber(info.points, lang)}</b>
          <span className="cap">{t('cumulation.points')}</span>
        </div>
      </div>
      <div className={styles.facts}>
        <b className={styles.days}>{t('cumulation.days_of', { days: info.days })}</b>
        <p className="muted">
          {t('cumulation.per_dollar', {
            points: info.points_per_usd,
            price: money({ amount: '1', currency: 'USD' }),
          })}
        </p>
        <p className="cap">
          {t('cumulation.runs', {
            from: formatDate(info.starts_at, lang, 'day'),
            to: formatDate(info.ends_at, lang, 'day'),
          })}
        </p>
        <Chip tone="warn" icon="clock">
          <CountdownLine
            key={info.day_ends_at}
            id="event.new_day_in"
            endsAtMs={info.day_ends_at}
            onEnd={props.onNewDay}
          />
        </Chip>
      </div>
    </>
  );
}

function filled(percent: number): CSSProperties & { readonly '--p': string } {
  return { '--p': `${percent}%` };
}
