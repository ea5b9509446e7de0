import type { MovedRow, SettledMonth } from '@webpay/contract/console/settlement-calls';
import { StepRow } from '../../features/step/Steps.tsx';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { CopyButton } from '../../ui/CopyButton/CopyButton.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { moneyText } from '../../ui/Money/money-text.ts';
import { Time } from '../../ui/Time/Time.tsx';
import { rateText } from './settlement-columns.tsx';
import styles from './Settlement.module.css';

type Closed = NonNullable<SettledMonth['closed']>;
type MovedColumn = MovedRow['moved'][number]['column'];

/** Whether finance closed the month, and each sum that moved since. */
export function MonthCard({
  month: { month, closed, steps },
  now,
}: {
  readonly month: SettledMonth;
  readonly now: number;
}) {
  if (closed === null) {
    if (steps.length === 0) return null;
    return (
      <Card title={`${month} is open`} note="all projects, without filters">
        <p>Closing keeps the file of the month with its hash. A later difference is shown here.</p>
        <StepRow steps={steps} about={{ about: `Settlement of ${month}`, currency: null }} />
      </Card>
    );
  }
  const { sha256, at, by, lines, is_whole: isWhole, format } = closed;
  return (
    <Card
      title={`${month} is closed`}
      note="all projects, without filters"
      actions={<MovedBadge closed={closed} />}
    >
      <p>
        Closed by {by}, <Time at={at} now={now} /> UTC, with {lines}{' '}
        {lines === 1 ? 'line' : 'lines'}, SHA-256{' '}
        <span className={styles['hash']}>
          {sha256} <CopyButton text={sha256} what="SHA-256 of the closed file" />
        </span>
      </p>
      {format === 1 && <p>Its file is of all merchants together, as files were then.</p>}
      {!isWhole && (
        <p role="alert">
          <Badge tone="red">The kept rows do not make the file of this hash</Badge>
        </p>
      )}
      {closed.moved_count > 0 && <Differences closed={closed} />}
    </Card>
  );
}

function MovedBadge({ closed: { moved_count: count } }: { readonly closed: Closed }) {
  if (count === 0) return <Badge tone="green">No sum moved since</Badge>;
  return (
    <Badge tone="orange">
      {count} {count === 1 ? 'row differs' : 'rows differ'} today
    </Badge>
  );
}

function Differences({ closed: { moved, moved_count: count } }: { readonly closed: Closed }) {
  return (
    <DataTable
      caption="Sums that moved since the month was closed"
      isDense
      columns={COLUMNS}
      rows={moved}
      rowKey={({ id }) => id}
      footer={
        moved.length < count ? (
          <span>
            {moved.length} of {count} rows. npm run settlement tells all of them.
          </span>
        ) : undefined
      }
    />
  );
}

const NAMES: Readonly<Record<MovedColumn, string>> = {
  captured: 'Captured',
  refunded: 'Went back',
  charged_back: 'Charged back',
  fees: 'Fees',
  tax: 'Tax',
  quarantined: 'Quarantine',
  net: 'Net',
  captures: 'Payments',
  refunds: 'Refunds',
  chargebacks: 'Chargebacks',
  tax_unknown: 'Payments without a rate of tax',
};
const COUNTS: readonly MovedColumn[] = ['captures', 'refunds', 'chargebacks', 'tax_unknown'];

const figure = (column: MovedColumn, minor: number, currency: string): string =>
  COUNTS.includes(column) ? String(minor) : moneyText({ minor, currency });

const COLUMNS: readonly Column<MovedRow>[] = [
  {
    key: 'row',
    head: 'Project, channel',
    card: 'top-start',
    cell: ({ project, channel, country, tax_thousandths: rate, currency, merchant }) => (
      <>
        {project?.name ?? 'No project'}
        <p className="muted small">
          {[channel, country ?? 'country not known', rateText(rate), currency, merchant]
            .filter((part) => part !== null)
            .join(' · ')}
        </p>
      </>
    ),
  },
  {
    key: 'moved',
    head: 'Closed, and today',
    card: 'mid-start',
    isWrapped: true,
    cell: ({ moved, currency }) => (
      <ul className={styles['moved']}>
        {moved.map(({ column, was, is }) => (
          <li key={column}>
            {NAMES[column]}: {figure(column, was, currency)}, today{' '}
            <b>{figure(column, is, currency)}</b>
          </li>
        ))}
      </ul>
    ),
  },
];
