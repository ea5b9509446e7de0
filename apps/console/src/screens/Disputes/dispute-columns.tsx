import type { DisputeRow } from '@webpay/contract/console/dispute-calls';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Badge } from '../../ui/Badge/Badge.tsx';
import type { Column } from '../../ui/DataTable/DataTable.tsx';
import { Money } from '../../ui/Money/Money.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import { AnswerAt } from './AnswerAt.tsx';
import styles from './Disputes.module.css';

/** Open disputes begin with their deadline, ended ones with their end. */
export const disputeColumns = (
  state: 'open' | 'ended',
  now: number,
): readonly Column<DisputeRow>[] => [
  state === 'open' ? DEADLINE : endOf(now),
  {
    key: 'case',
    head: 'Dispute',
    card: 'mid-start',
    cell: ({ gateway, kind, number }) => (
      <>
        {gateway}, {kind.toLowerCase()}
        <p className={styles['number']}>{number}</p>
      </>
    ),
  },
  {
    key: 'order',
    head: 'Character, order',
    card: 'top-start',
    cell: ({ id, character, order }) => (
      <>
        <bdi>{character.name}</bdi>
        <p className="muted small">
          <ConsoleLink to={`/orders/${order.id}`} data-row-link={id}>
            {order.order_no}
          </ConsoleLink>{' '}
          · {character.project.name}
        </p>
      </>
    ),
  },
  {
    key: 'reason',
    head: 'Reason, stage',
    card: 'low-start',
    isWrapped: true,
    cell: ({ reason, stage }) => (
      <>
        {reason ?? <span className="muted">no reason</span>}
        <p className="muted small">{stage}</p>
      </>
    ),
  },
  {
    key: 'claimed',
    head: 'Claimed',
    align: 'end',
    card: 'top-end',
    cell: ({ claimed, lost }) => (
      <>
        <Money sum={claimed} />
        {lost !== null && (
          <p className="muted small">
            lost <Money sum={lost} />
          </p>
        )}
      </>
    ),
  },
  {
    key: 'goods',
    head: 'Goods',
    isWideOnly: true,
    cell: ({ goods }) => <Badge tone={goods.tone}>{goods.text}</Badge>,
  },
  {
    key: 'steps',
    head: 'Steps',
    card: 'low-end',
    cell: (row) => (
      <span className="row">
        <ConsoleLink to={evidenceAddress(row)} aria-label={`Evidence for ${row.number}`}>
          Evidence
        </ConsoleLink>
        {row.badge.text === 'Open' && <AnswerAt dispute={row} />}
      </span>
    ),
  },
];

const DEADLINE: Column<DisputeRow> = {
  key: 'by',
  head: 'Answer by',
  card: 'mid-end',
  cell: ({ answer_by: by }) =>
    by === null ? (
      <span className="muted">not told</span>
    ) : (
      <Badge tone={by.tone} isPlain>
        {by.text}
      </Badge>
    ),
};

const endOf = (now: number): Column<DisputeRow> => ({
  key: 'end',
  head: 'Ended, UTC',
  card: 'mid-end',
  cell: ({ badge, ended_at: at }) => (
    <>
      <Badge tone={badge.tone}>{badge.text}</Badge>
      {at !== null && (
        <p className="muted small">
          <Time at={at} now={now} />
        </p>
      )}
    </>
  ),
});

/** Page with the evidence of a dispute. */
const evidenceAddress = ({
  provider,
  number,
}: {
  readonly provider: string;
  readonly number: string;
}): string => `/disputes/${provider}/${encodeURIComponent(number)}`;
