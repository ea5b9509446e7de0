import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { WorkRow } from '@webpay/contract/console/shapes';
import { StepRow } from '../../features/step/Steps.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { DataTable } from '../../ui/DataTable/DataTable.tsx';
import { queueColumns } from '../../features/queues/queue-columns.tsx';
import styles from './Queues.module.css';

type Groups = ConsoleResult<'unresolved'>;

/** A queue by cause: one card each, with the steps for all of its rows. */
export function QueueGroups({ data: { groups, now } }: { readonly data: Groups }) {
  return groups.map((group) => (
    <div key={group.id} className={styles['group']} data-tone={group.tone}>
      <Card
        title={group.cause}
        note={noteOf(group)}
        isPadded={false}
        actions={
          group.steps.length > 0 && (
            <StepRow steps={group.steps} about={{ about: group.cause, currency: null }} />
          )
        }
      >
        <div className={styles['rows']}>
          <DataTable<WorkRow>
            caption={group.cause}
            columns={queueColumns(now)}
            rows={group.rows}
            rowKey={({ id }) => id}
            hasRowKeys={group.id === groups[0]?.id}
          />
        </div>
      </Card>
    </div>
  ));
}

function noteOf({ count, rows }: Groups['groups'][number]): string {
  return rows.length < count ? `${count}, of which the oldest ${rows.length}` : String(count);
}
