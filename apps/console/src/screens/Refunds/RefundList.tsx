import { IconArrowBackUp } from '@tabler/icons-react';
import { useCall } from '../../api/queries.ts';
import { usePages } from '../../features/reading/pages.tsx';
import { Reading } from '../../features/reading/Reading.tsx';
import { useProject } from '../../router/address.ts';
import { Card } from '../../ui/Card/Card.tsx';
import { DataTable } from '../../ui/DataTable/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { queueColumns } from '../../features/queues/queue-columns.tsx';

export type RefundState = 'pending' | 'refused' | 'owed' | 'done';

const NONE: Readonly<Record<RefundState, string>> = {
  pending: 'No refund is on its way',
  refused: 'No refund was refused',
  owed: 'No money is owed',
  done: 'No money went back yet',
};

/** Refunds of one state, page by page. */
export function RefundList({ state }: { readonly state: RefundState }) {
  const project = useProject();
  const { place, buttons } = usePages();
  const query = useCall(
    'refunds',
    {
      state,
      limit: '50',
      ...(project === null ? {} : { project }),
      ...place,
    },
    { everyMs: 30_000 },
  );
  return (
    <Reading query={query} failed="The refunds could not be read.">
      {({ items, next, now }) =>
        items.length === 0 ? (
          <Card title="Refunds">
            <EmptyState icon={<IconArrowBackUp />} title={NONE[state]} />
          </Card>
        ) : (
          <DataTable
            caption="Refunds"
            columns={queueColumns(now)}
            rows={items}
            rowKey={({ id }) => id}
            hasRowKeys
            footer={buttons(next)}
          />
        )
      }
    </Reading>
  );
}
