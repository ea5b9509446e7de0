import { useState } from 'react';
import { EventBody } from '../../features/events/EventPage.tsx';
import type { EventState } from '../../features/events/use-event.ts';
import { useConfigs } from '../../api/page.tsx';
import type { UserInfo } from '../../browser/storage.ts';
import { type MessageId, useText } from '../../i18n/text.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Notice } from '../../ui/Notice/Notice.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { Tabs } from '../../ui/Tabs/Tabs.tsx';
import { ClaimBar } from './ClaimBar.tsx';
import { Progress } from './Progress.tsx';
import { TaskCard } from './TaskCard.tsx';
import {
  type Cumulation,
  firstTab,
  inOrder,
  isAllClaimed,
  readyOf,
  TASK_KINDS,
  type TaskKind,
} from './task-view.ts';
import { useClaims } from './use-claims.ts';

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
  const kinds = TASK_KINDS.filter((kind) => info.tasks.some((task) => task.kind === kind));
  return (
    <>
      <EventBody>
        <Progress info={info} onNewDay={event.refresh} />
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
            <ul className="stack">
              {inOrder(info.tasks, tab).map((task) => (
                <li key={task.task_id}>
                  <TaskCard task={task} claims={claims} />
                </li>
              ))}
            </ul>
          </Tabs>
        </div>
      </EventBody>
      <ClaimBar tasks={info.tasks} claims={claims} />
    </>
  );
}
