import { IconReportMoney } from '@tabler/icons-react';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { useState } from 'react';
import { useCall } from '../../api/queries.ts';
import { CsvResult } from '../../features/CsvResult.tsx';
import { Reading } from '../../features/reading/Reading.tsx';
import { useOpen } from '../../router/use-open.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { ChoiceChip, Chips } from '../../ui/Chips/Chips.tsx';
import { DataTable } from '../../ui/DataTable/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { Behind } from './Behind.tsx';
import { DownloadButton, useDownload } from './Download.tsx';
import { FileCard } from './FileCard.tsx';
import { MonthCard } from './MonthCard.tsx';
import { PeriodChip } from './PeriodChip.tsx';
import { settlementColumns, TOTAL_COLUMNS } from './settlement-columns.tsx';
import { useFilter } from './use-filter.ts';

/** Rows of the first look, and of each press for more. */
const ROWS = 100;

type File = ConsoleResult<'settlement'>;

/** Money that each project and channel moved at its gateway in a period. */
export function Settlement() {
  const filter = useFilter();
  const query = useCall('settlement', filter.input);
  const download = useDownload(filter.input);
  const { data } = query;
  return (
    <Page
      title="Settlement"
      note="Days are UTC. Sums of one currency are never added to another."
      actions={
        data !== undefined &&
        data.count > 0 && <DownloadButton download={download} lines={data.csv.lines} />
      }
    >
      <Filters filter={filter} found={data?.found} />
      <CsvResult download={download} />
      <Reading query={query} failed="The settlement could not be read.">
        {(file) => (
          <div className="stack">
            {file.month !== null && <MonthCard month={file.month} now={file.now} />}
            {file.count === 0 ? (
              <None filter={filter} />
            ) : (
              <Rows key={JSON.stringify(filter.input)} file={file} filter={filter} />
            )}
          </div>
        )}
      </Reading>
    </Page>
  );
}

type Filter = ReturnType<typeof useFilter>;

function Filters({
  filter,
  found,
}: {
  readonly filter: Filter;
  readonly found: File['found'] | undefined;
}) {
  const chip = (
    label: string,
    name: 'channel' | 'country' | 'currency' | 'merchant',
    values: readonly string[] = [],
  ) => {
    const chosen = filter.value(name);
    const all = chosen === null || values.includes(chosen) ? values : [chosen, ...values];
    return (
      <ChoiceChip
        label={label}
        choices={all.map((value) => ({ value, label: value }))}
        chosen={chosen === null ? [] : [chosen]}
        onChange={([value]) => filter.set(name, value ?? null)}
      />
    );
  };
  return (
    <Chips count={filter.count} onClear={filter.clear}>
      <PeriodChip days={filter.days} onDays={filter.setDays} />
      {chip('Channel', 'channel', found?.channels)}
      {chip('Country', 'country', found?.countries)}
      {chip('Currency', 'currency', found?.currencies)}
      {(filter.value('merchant') !== null || (found?.merchants.length ?? 0) > 1) &&
        chip('Merchant', 'merchant', found?.merchants)}
    </Chips>
  );
}

function Rows({ file, filter }: { readonly file: File; readonly filter: Filter }) {
  const open = useOpen();
  const [most, setMost] = useState(ROWS);
  const { items, totals, count } = file;
  const shown = items.slice(0, most);
  const addressOf = (id: string): string => {
    if (id !== open.id) return open.addressOf(id);
    const next = new URLSearchParams(open.addressOf(id));
    next.delete('open');
    return `?${next}`;
  };
  return (
    <>
      <DataTable
        caption="Totals by currency"
        columns={TOTAL_COLUMNS}
        rows={totals}
        rowKey={({ currency }) => currency}
      />
      <DataTable
        caption="Settlement"
        columns={settlementColumns(open.id, addressOf)}
        rows={shown}
        rowKey={({ id }) => id}
        hasRowKeys
        selectedKey={open.id}
        unfolded={(row) => (row.id === open.id ? <Behind row={row} days={filter.days} /> : null)}
        footer={
          shown.length === count ? undefined : (
            <>
              <span className="grow">
                {shown.length} of {count} rows. The CSV has all of them.
              </span>
              {shown.length < items.length && (
                <Button size="small" onClick={() => setMost(most + ROWS)}>
                  More rows
                </Button>
              )}
            </>
          )
        }
      />
      <FileCard file={file} />
    </>
  );
}

function None({ filter }: { readonly filter: Filter }) {
  const isNarrowed = filter.count > 0;
  return (
    <Card title="Settlement">
      <EmptyState
        icon={<IconReportMoney />}
        title={isNarrowed ? 'No row matches' : 'No money moved in these days'}
        actions={isNarrowed && <Button onClick={filter.clear}>Clear all</Button>}
      >
        Payments, refunds, chargebacks and fees appear here when the ledger books them.
      </EmptyState>
    </Card>
  );
}
