import { IconCreditCard } from '@tabler/icons-react';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { type OverviewFile, pointsOf, shareText, signedText } from './overview-file.ts';
import styles from './Success.module.css';

type Place = OverviewFile['success'][number];

/** Rows that are shown; the rest is in the list of orders. */
const SHOWN = 12;

/** Payment success by method and country, the most lost payments first, and the reasons that grew. */
export function Success({
  rows,
  reasons,
}: {
  readonly rows: readonly Place[];
  readonly reasons: readonly string[];
}) {
  const shown = rows.slice(0, SHOWN);
  return (
    <Card
      title="Payment success"
      note="last 24 hours, worst first: payments lost against the day before"
      isPadded={false}
    >
      {shown.length === 0 ? (
        <EmptyState icon={<IconCreditCard />} title="No payment was tried in the last 24 hours" />
      ) : (
        <div className={styles['rows']}>
          <DataTable
            caption="Payment success by method and country"
            columns={COLUMNS}
            rows={shown}
            rowKey={({ pay_id: payId, country }) => `${payId} ${country}`}
            isDense
          />
        </div>
      )}
      {reasons.length > 0 && (
        <ul className={styles['reasons']} aria-label="Reasons that grew">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {rows.length > SHOWN && (
        <p className={styles['more']}>{rows.length - SHOWN} more places lost fewer payments.</p>
      )}
    </Card>
  );
}

const COLUMNS: readonly Column<Place>[] = [
  {
    key: 'place',
    head: 'Where',
    cell: ({ pay_id: payId, name, country }) => (
      <ConsoleLink to={`/orders?${new URLSearchParams({ method: payId, country })}`}>
        {name} · {country}
      </ConsoleLink>
    ),
    card: 'top-start',
  },
  {
    key: 'share',
    head: 'Paid of tried',
    cell: ({ now }) => (
      <span className={styles['share']}>
        <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect className={styles['track']} width="100" height="6" rx="3" />
          <rect
            className={styles['bar']}
            data-low={now.paid < 0.8 * now.tried || undefined}
            width={now.tried === 0 ? 0 : (100 * now.paid) / now.tried}
            height="6"
            rx="3"
          />
        </svg>
        <span className="num strong">{shareText(now)}</span>
      </span>
    ),
    card: 'top-end',
  },
  {
    key: 'tried',
    head: 'Tried',
    align: 'end',
    cell: ({ now }) => <span className="num">{now.tried.toLocaleString('en')}</span>,
    card: 'mid-start',
    cardLabel: 'Tried',
  },
  {
    key: 'change',
    head: 'Points',
    align: 'end',
    cell: ({ now, before }) => {
      const points = pointsOf(now, before);
      return (
        <span className={styles['points']} data-fell={(points ?? 0) <= -1 || undefined}>
          {points === null ? '–' : signedText(points)}
        </span>
      );
    },
    card: 'mid-end',
    cardLabel: 'Points',
  },
  {
    key: 'lost',
    head: 'Lost',
    align: 'end',
    cell: ({ lost }) => <span className="num">{lost.toLocaleString('en')}</span>,
    card: 'low-start',
    cardLabel: 'Lost',
  },
];
