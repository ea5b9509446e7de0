import { IconArrowBackUp } from '@tabler/icons-react';
import { useNavigate, useSearchParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { useProject } from '../../router/address.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { DataTable } from '../../ui/DataTable/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { workColumns } from '../../features/work/work-columns.tsx';

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
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const after = params.get('after');
  const query = useCall(
    'refunds',
    {
      state,
      limit: '50',
      ...(project === null ? {} : { project }),
      ...(after === null ? {} : { after }),
    },
    { everyMs: 30_000 },
  );
  const older = (cursor: string): void =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      next.set('after', cursor);
      return next;
    });
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
            columns={workColumns(now)}
            rows={items}
            rowKey={({ id }) => id}
            hasRowKeys
            footer={
              <>
                <span className="grow" />
                {after !== null && (
                  <Button size="small" onClick={() => void navigate(-1)}>
                    Page before
                  </Button>
                )}
                {next !== null && (
                  <Button size="small" onClick={() => older(next)}>
                    Next page
                  </Button>
                )}
              </>
            }
          />
        )
      }
    </Reading>
  );
}
