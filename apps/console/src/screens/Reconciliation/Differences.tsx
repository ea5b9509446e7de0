import { IconChecks, IconFileOff } from '@tabler/icons-react';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { useSearchParams } from 'react-router';
import { Card } from '../../ui/Card/Card.tsx';
import { DataTable } from '../../ui/DataTable/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Tabs } from '../../ui/Tabs/Tabs.tsx';
import { DIFFERENCE_COLUMNS } from './difference-columns.tsx';

type Day = ConsoleResult<'reconciliationDay'>;

/** Differences of a day, open ones first. */
export function Differences({ data }: { readonly data: Day }) {
  const [params] = useSearchParams();
  const { differences, open, count, hidden } = data;
  const isAll = params.get('show') === 'all' || open === 0;
  const shown = isAll ? differences : differences.filter(({ settled }) => settled === null);
  const of = isAll ? count : open;
  return (
    <>
      {open > 0 && count > open && (
        <Tabs
          label="Differences"
          name="show"
          tabs={[
            { value: 'open', label: 'Open', count: open },
            { value: 'all', label: 'All', count },
          ]}
        />
      )}
      {shown.length === 0 ? (
        <None data={data} />
      ) : (
        <DataTable
          caption="Differences"
          columns={DIFFERENCE_COLUMNS}
          rows={shown}
          rowKey={({ id }) => id}
          hasRowKeys
          footer={
            shown.length < of ? (
              <span>
                {shown.length} of {of} differences. npm run reconcile lists all that are open.
              </span>
            ) : undefined
          }
        />
      )}
      {hidden > 0 && (
        <p className="muted small">
          {hidden} {hidden === 1 ? 'difference is' : 'differences are'} of other projects or of no
          order, and not shown here.
        </p>
      )}
    </>
  );
}

/** Without differences: all agree, or a statement is missing. */
function None({ data: { gateways, has_ended: hasEnded } }: { readonly data: Day }) {
  const missing = gateways.filter(({ held_at: at }) => at === null).map(({ gateway }) => gateway);
  if (missing.length > 0) {
    return (
      <Card title="Differences">
        <EmptyState icon={<IconFileOff />} title={`No statement of ${missing.join(' and ')} yet`}>
          {hasEnded
            ? 'Statements come on the morning after. The worker tries for a week; an older day is compared when a person asks.'
            : 'The day has not ended.'}
        </EmptyState>
      </Card>
    );
  }
  const all = gateways.reduce(
    (sum, { captures, refunds }) => sum + (captures?.all ?? 0) + (refunds?.all ?? 0),
    0,
  );
  return (
    <Card title="Differences">
      <EmptyState icon={<IconChecks />} tone="green" title={agreeText(all)}>
        Every payment and refund of the statements is in the ledger, and the other way round.
      </EmptyState>
    </Card>
  );
}

function agreeText(all: number): string {
  return all === 0
    ? 'No money moved, and nothing differs'
    : `All ${all.toLocaleString('en')} agree`;
}
