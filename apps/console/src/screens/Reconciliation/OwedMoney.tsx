import { IconCircleCheck } from '@tabler/icons-react';
import { useCall } from '../../api/queries.ts';
import { queueColumns } from '../../features/queues/queue-columns.tsx';
import { Reading } from '../../features/reading/Reading.tsx';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { useProject } from '../../router/address.ts';
import { Card } from '../../ui/Card/Card.tsx';
import { DataTable } from '../../ui/DataTable/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';

const TITLE = 'Money that bought nothing';

/** Payments that neither bought goods nor go back, each with its way back. */
export function OwedMoney() {
  const project = useProject();
  const query = useCall('owedMoney', project === null ? {} : { project }, { everyMs: 60_000 });
  return (
    <Reading query={query} failed="The money that is owed could not be read." skeletonRows={2}>
      {({ items, count, now }) =>
        count === 0 ? (
          <Card title={TITLE}>
            <EmptyState icon={<IconCircleCheck />} tone="green" title="All money bought goods">
              Payments whose goods were not given stand here until their refund is on its way.
            </EmptyState>
          </Card>
        ) : (
          <Card title={TITLE} note="no refund is on its way" isPadded={false}>
            <DataTable
              caption={TITLE}
              columns={queueColumns(now)}
              rows={items}
              rowKey={({ id }) => id}
              footer={
                items.length < count ? (
                  <span>
                    {items.length} of {count}, the longest owed first. All of them are in{' '}
                    <ConsoleLink to="/refunds?tab=owed">Refunds</ConsoleLink>.
                  </span>
                ) : undefined
              }
            />
          </Card>
        )
      }
    </Reading>
  );
}
