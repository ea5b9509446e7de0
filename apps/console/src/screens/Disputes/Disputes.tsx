import { IconScale } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { usePages } from '../../features/reading/pages.tsx';
import { Reading } from '../../features/reading/Reading.tsx';
import { useProject } from '../../router/address.ts';
import { Card } from '../../ui/Card/Card.tsx';
import { DataTable } from '../../ui/DataTable/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { Tabs } from '../../ui/Tabs/Tabs.tsx';
import { disputeColumns } from './dispute-columns.tsx';

type State = 'open' | 'ended';

/** Disputes by the day until which the shop may answer, and the ended ones. */
export function Disputes() {
  const [params] = useSearchParams();
  const project = useProject();
  // The same read as the navigation's.
  const counts = useCall('queues', project === null ? {} : { project }).data;
  const state: State = params.get('tab') === 'ended' ? 'ended' : 'open';
  return (
    <Page title="Disputes">
      <Tabs
        label="Disputes"
        name="tab"
        tabs={[
          { value: 'open', label: 'Open', count: counts?.disputes },
          { value: 'ended', label: 'Ended' },
        ]}
      />
      <DisputeList key={state} state={state} />
      {state === 'open' && (
        <p className="muted small">
          An open dispute stops the orders of its player and holds what was not sent, until it ends.
          It is answered in the gateway’s own pages.
        </p>
      )}
    </Page>
  );
}

function DisputeList({ state }: { readonly state: State }) {
  const project = useProject();
  const { place, buttons } = usePages();
  const query = useCall(
    'disputes',
    {
      state,
      limit: '50',
      ...(project === null ? {} : { project }),
      ...place,
    },
    { everyMs: 30_000 },
  );
  return (
    <Reading query={query} failed="The disputes could not be read.">
      {({ items, next, now }) =>
        items.length === 0 ? (
          <None state={state} />
        ) : (
          <DataTable
            caption={state === 'open' ? 'Open disputes' : 'Ended disputes'}
            columns={disputeColumns(state, now)}
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

function None({ state }: { readonly state: State }) {
  return (
    <Card title="Disputes">
      <EmptyState
        icon={<IconScale />}
        tone={state === 'open' ? 'green' : 'grey'}
        title={state === 'open' ? 'No dispute is open' : 'No dispute has ended yet'}
      >
        Chargebacks, complaints and fraud claims that a gateway reports appear here.
      </EmptyState>
    </Card>
  );
}
