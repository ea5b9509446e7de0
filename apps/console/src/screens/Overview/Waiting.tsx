import {
  IconArrowBackUp,
  IconCircleCheck,
  IconHelpCircle,
  IconInbox,
  IconMail,
  type IconProps,
  IconScale,
  IconUsers,
} from '@tabler/icons-react';
import type { QueueKind } from '@webpay/contract/console/overview-calls';
import type { ComponentType } from 'react';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { distanceText, spanText } from '../../ui/Time/time-text.ts';
import styles from './Overview.module.css';
import type { OverviewFile } from './overview-file.ts';

type Queue = OverviewFile['queues'][number];

const QUEUES: Readonly<
  Record<
    QueueKind,
    {
      readonly icon: ComponentType<IconProps>;
      readonly one: string;
      readonly several: string;
      readonly what: string;
    }
  >
> = {
  requests: {
    icon: IconInbox,
    one: 'request of a player',
    several: 'requests of players',
    what: 'decide within 48 hours',
  },
  unresolved: {
    icon: IconHelpCircle,
    one: 'unresolved result',
    several: 'unresolved results',
    what: 'look after ten minutes',
  },
  deliveries: {
    icon: IconMail,
    one: 'mail for a decision',
    several: 'mails for a decision',
    what: 'a player may have no goods',
  },
  refunds: {
    icon: IconArrowBackUp,
    one: 'refund refused or owed',
    several: 'refunds refused or owed',
    what: 'the money is still here',
  },
  approvals: {
    icon: IconUsers,
    one: 'step that you may confirm',
    several: 'steps that you may confirm',
    what: 'a second person is needed',
  },
  disputes: {
    icon: IconScale,
    one: 'open dispute',
    several: 'open disputes',
    what: 'answer at the gateway within three days',
  },
};

/** Queues with rows, in the order of their deadlines. */
export function Waiting({
  queues,
  now,
}: {
  readonly queues: readonly Queue[];
  readonly now: number;
}) {
  const all = queues.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card title="Needs a person" note={all === 0 ? undefined : `${all} in all`} isPadded={false}>
      {all === 0 ? (
        <EmptyState icon={<IconCircleCheck />} tone="green" title="Nothing waits for a person" />
      ) : (
        <ul className={styles['list']}>
          {queues.map((queue) => (
            <Row key={queue.kind} queue={queue} now={now} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Row({ queue, now }: { readonly queue: Queue; readonly now: number }) {
  const { kind, count, path, oldest, due_at: dueAt } = queue;
  const { icon: Icon, one, several, what } = QUEUES[kind];
  const isLate = dueAt <= now;
  const tone = isLate ? 'red' : 'yellow';
  return (
    <li>
      <span className={styles['icon']} data-tone={kind === 'approvals' ? 'violet' : tone}>
        <Icon aria-hidden />
      </span>
      <span className={styles['text']}>
        <ConsoleLink to={path}>
          {count} {count === 1 ? one : several}
        </ConsoleLink>
        <small>{what}</small>
      </span>
      <span className={styles['end']}>
        <Badge tone={tone} isPlain>
          {oldest === null
            ? `ends ${distanceText(dueAt, now)}`
            : `oldest ${waitText(now - oldest)}`}
        </Badge>
      </span>
    </li>
  );
}

const HOUR_MS = 3_600_000;

/** Deadlines are days long, so that hours count up to two days. */
function waitText(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  return hours >= 24 && hours < 48 ? `${hours} h` : spanText(ms);
}
