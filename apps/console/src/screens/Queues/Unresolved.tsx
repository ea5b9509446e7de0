import { IconHelpCircle } from '@tabler/icons-react';
import { useCall } from '../../api/queries.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { useProject } from '../../router/address.ts';
import { Card } from '../../ui/Card/Card.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { QueueGroups } from './QueueGroups.tsx';

/** Payments, refunds and messages without a certain result. */
export function Unresolved() {
  const project = useProject();
  const query = useCall('unresolved', project === null ? {} : { project }, { everyMs: 15_000 });
  return (
    <Page title="Unresolved" note="a gateway has not answered, or its answer does not fit">
      <Reading query={query} failed="The list could not be read.">
        {(data) =>
          data.groups.length === 0 ? (
            <Card title="Payments, refunds and messages">
              <EmptyState icon={<IconHelpCircle />} tone="green" title="Everything is resolved">
                Every payment and every refund has a certain result.
              </EmptyState>
            </Card>
          ) : (
            <QueueGroups data={data} />
          )
        }
      </Reading>
    </Page>
  );
}
