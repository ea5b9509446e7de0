import { IconMail } from '@tabler/icons-react';
import { useCall } from '../../api/queries.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { useProject } from '../../router/address.ts';
import { Card } from '../../ui/Card/Card.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { QueueGroups } from './QueueGroups.tsx';

/** Mails that are paid or promised, and not in the mailbox. */
export function Deliveries() {
  const project = useProject();
  const query = useCall('deliveries', project === null ? {} : { project }, { everyMs: 15_000 });
  return (
    <Page title="Deliveries" note="paid or promised, and not in the mailbox yet">
      <Reading query={query} failed="The list could not be read.">
        {(data) =>
          data.groups.length === 0 ? (
            <Card title="Mails">
              <EmptyState icon={<IconMail />} tone="green" title="Everything is delivered">
                No mail waits for its game or for a decision.
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
