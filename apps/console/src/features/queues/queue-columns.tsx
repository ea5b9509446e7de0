import type { WorkRow } from '@webpay/contract/console/shapes';
import { StepRow } from '../step/Steps.tsx';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Badge } from '../../ui/Badge/Badge.tsx';
import type { Column } from '../../ui/DataTable/DataTable.tsx';
import { Money } from '../../ui/Money/Money.tsx';
import { moneyText } from '../../ui/Money/money-text.ts';
import { Time } from '../../ui/Time/Time.tsx';

/** Columns of everything that waits: since when, what, for whom, what was said, what comes next. */
export const queueColumns = (now: number): readonly Column<WorkRow>[] => [
  {
    key: 'since',
    head: 'Since, UTC',
    card: 'low-start',
    cell: ({ since }) => <Time at={since} now={now} />,
  },
  {
    key: 'what',
    head: 'What',
    card: 'top-start',
    isWrapped: true,
    cell: ({ id, title, order, badge, said }) => (
      <>
        {title}{' '}
        {order !== null && (
          <ConsoleLink to={`/orders/${order.id}`} data-row-link={id}>
            {order.order_no}
          </ConsoleLink>
        )}{' '}
        <Badge tone={badge.tone}>{badge.text}</Badge>
        {said !== '' && <p className="muted small">{said}</p>}
      </>
    ),
  },
  {
    key: 'who',
    head: 'Character',
    card: 'mid-start',
    isWrapped: true,
    cell: ({ character }) =>
      character === null ? (
        <span className="muted">none</span>
      ) : (
        <>
          <ConsoleLink to={`/players/${character.player_id}`}>
            <bdi>{character.name}</bdi>
          </ConsoleLink>
          <p className="muted small">{character.server_name}</p>
        </>
      ),
  },
  {
    key: 'sum',
    head: 'Sum',
    align: 'end',
    card: 'top-end',
    cell: ({ sum }) => sum !== null && <Money sum={sum} />,
  },
  {
    key: 'tries',
    head: 'Tries',
    align: 'end',
    isWideOnly: true,
    cell: ({ tries }) => tries,
  },
  {
    key: 'next',
    head: 'Again',
    card: 'low-end',
    cardLabel: 'again',
    isWrapped: true,
    cell: ({ next_at: next, until }) => (
      <>
        {next === null ? (
          <span className="muted">not by itself</span>
        ) : (
          <Time at={next} now={now} />
        )}
        {until !== null && (
          <p className="muted small">
            until <Time at={until} now={now} />
          </p>
        )}
      </>
    ),
  },
  {
    key: 'steps',
    head: 'Steps',
    card: 'mid-end',
    isWrapped: true,
    cell: (row) => <StepRow steps={row.steps} about={aboutOf(row)} />,
  },
];

function aboutOf({ title, order, character, sum }: WorkRow) {
  const parts = [title, order?.order_no, character?.name, sum === null ? null : moneyText(sum)];
  return { about: parts.filter(Boolean).join(' · '), currency: sum?.currency ?? null };
}
