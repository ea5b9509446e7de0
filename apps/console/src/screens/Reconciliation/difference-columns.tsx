import type { ReconciliationDifference } from '@webpay/contract/console/reconciliation-calls';
import { StepRow } from '../../features/step/Steps.tsx';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { CopyButton } from '../../ui/CopyButton/CopyButton.tsx';
import type { Column } from '../../ui/DataTable/DataTable.tsx';
import { Money } from '../../ui/Money/Money.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import styles from './Reconciliation.module.css';

type Row = ReconciliationDifference;

export const DIFFERENCE_COLUMNS: readonly Column<Row>[] = [
  {
    key: 'differs',
    head: 'Difference',
    card: 'top-start',
    cell: ({ differs, gateway, badge }) => (
      <>
        <Badge tone={badge.tone}>{differs}</Badge>
        <p className="muted small">{gateway}</p>
      </>
    ),
  },
  {
    key: 'about',
    head: 'Payment, order',
    card: 'mid-start',
    isWrapped: true,
    cell: ({ id, number, order }) => (
      <>
        {order === null ? (
          <span className="muted">no order</span>
        ) : (
          <>
            <ConsoleLink to={`/orders/${order.id}`} data-row-link={id}>
              {order.order_no}
            </ConsoleLink>
            <p className="muted small">
              {order.project.name} · <bdi>{order.character}</bdi>
            </p>
          </>
        )}
        <p className={styles['number']}>
          {number} <CopyButton text={number} what="payment number" />
        </p>
      </>
    ),
  },
  {
    key: 'theirs',
    head: 'Theirs',
    align: 'end',
    card: 'top-end',
    cardLabel: 'theirs',
    cell: ({ theirs }) => <Side side={theirs} />,
  },
  {
    key: 'ours',
    head: 'Ours',
    align: 'end',
    card: 'mid-end',
    cardLabel: 'ours',
    cell: ({ ours }) => <Side side={ours} />,
  },
  {
    key: 'words',
    head: 'In words',
    card: 'low-start',
    isWrapped: true,
    cell: ({ explanation, way }) => (
      <>
        {explanation}
        {way !== null && <p className="muted small">{way}</p>}
      </>
    ),
  },
  {
    key: 'steps',
    head: 'Steps',
    card: 'low-end',
    cell: ({ id, steps, settled, differs }) =>
      settled === null ? (
        <StepRow steps={steps} about={{ about: `Difference ${id}: ${differs}`, currency: null }} />
      ) : (
        <span className="muted small">
          {settled.text}
          <br />
          <Time at={settled.at} />
        </span>
      ),
  },
];

function Side({ side }: { readonly side: Row['ours'] }) {
  if (side === null) return <span className="muted">none</span>;
  return (
    <>
      {side.sum === null ? <span className="muted">not known</span> : <Money sum={side.sum} />}
      <p className="muted small">{side.state}</p>
    </>
  );
}
