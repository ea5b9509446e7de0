import type { SettlementEntry, SettlementRow } from '@webpay/contract/console/settlement-calls';
import { useState } from 'react';
import { useCall } from '../../api/queries.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { KeyValue } from '../../ui/KeyValue/KeyValue.tsx';
import { Money } from '../../ui/Money/Money.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import type { Days } from './period.ts';
import { rateText, Tax } from './settlement-columns.tsx';
import styles from './Settlement.module.css';

/** Every figure of one row, and the movements and orders behind it. */
export function Behind({ row, days }: { readonly row: SettlementRow; readonly days: Days }) {
  const [pages, setPages] = useState<readonly string[]>([]);
  const after = pages.at(-1);
  const query = useCall('settlementEntries', {
    ...days,
    row: row.id,
    ...(after === undefined ? {} : { after }),
  });
  return (
    <div className="stack">
      <Figures row={row} />
      <Reading query={query} failed="The movements could not be read." skeletonRows={3}>
        {({ items, next, now }) => (
          <DataTable
            caption="Movements behind the row"
            isDense
            columns={columnsAt(now)}
            rows={items}
            rowKey={({ id }) => id}
            isStale={query.isPlaceholderData}
            footer={
              after === undefined && next === null ? undefined : (
                <>
                  <span className="grow">The oldest first</span>
                  {after !== undefined && (
                    <Button size="small" onClick={() => setPages(pages.slice(0, -1))}>
                      Page before
                    </Button>
                  )}
                  {next !== null && (
                    <Button size="small" onClick={() => setPages([...pages, next])}>
                      Next page
                    </Button>
                  )}
                </>
              )
            }
          />
        )}
      </Reading>
    </div>
  );
}

function Figures({ row }: { readonly row: SettlementRow }) {
  const sum = (minor: number) => <Money sum={{ minor, currency: row.currency }} />;
  return (
    <KeyValue
      facts={[
        { label: 'Merchant', value: row.merchant ?? 'default' },
        { label: 'Channel', value: row.channel },
        { label: 'Country', value: row.country ?? 'not known' },
        { label: 'Rate of tax', value: rateText(row.tax_thousandths) },
        { label: `Captured (${row.captures})`, value: sum(row.captured) },
        { label: `Went back (${row.refunds})`, value: sum(row.refunded) },
        { label: `Charged back (${row.chargebacks})`, value: sum(row.charged_back) },
        { label: 'Fees', value: sum(row.fees) },
        { label: 'Tax', value: <Tax row={row} /> },
        { label: 'Quarantine', value: sum(row.quarantined) },
        { label: 'Net', value: sum(row.net) },
      ]}
    />
  );
}

const columnsAt = (now: number): readonly Column<SettlementEntry>[] => [
  {
    key: 'at',
    head: 'Time, UTC',
    card: 'mid-start',
    cell: ({ at }) => <Time at={at} now={now} />,
  },
  { key: 'text', head: 'Movement', card: 'top-start', cell: ({ text }) => text },
  {
    key: 'order',
    head: 'Order',
    card: 'mid-end',
    cell: ({ order }) =>
      order === null ? (
        <span className="muted">no order</span>
      ) : (
        <ConsoleLink to={`/orders/${order.id}`}>{order.order_no}</ConsoleLink>
      ),
  },
  {
    key: 'number',
    head: 'Number',
    card: 'low-start',
    isWrapped: true,
    cell: ({ number }) => <span className={styles['number']}>{number}</span>,
  },
  {
    key: 'sum',
    head: 'Sum',
    align: 'end',
    card: 'top-end',
    cell: ({ sum }) => <Money sum={sum} />,
  },
];
