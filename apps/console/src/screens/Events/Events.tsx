import { IconConfetti } from '@tabler/icons-react';
import type { EventRow } from '@webpay/contract/console/event-calls';
import { useCall } from '../../api/queries.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { useProject } from '../../router/address.ts';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Badges } from '../../ui/Badge/Badge.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import { KINDS, stateOf } from './event-text.ts';

/** Events of the projects, the running ones first. */
export function Events() {
  const project = useProject();
  const query = useCall('events', project === null ? {} : { project });
  return (
    <Page title="Events" note="Rules come from the catalogue.">
      <Reading query={query} failed="The events could not be read.">
        {({ items, now }) =>
          items.length === 0 ? (
            <EmptyState icon={<IconConfetti />} title="No event is in the catalogue" />
          ) : (
            <DataTable
              caption="Events"
              columns={columnsAt(now)}
              rows={items}
              rowKey={(row) => `${row.project.code} ${row.id}`}
              hasRowKeys
            />
          )
        }
      </Reading>
    </Page>
  );
}

const columnsAt = (now: number): readonly Column<EventRow>[] => [
  {
    key: 'title',
    head: 'Event',
    card: 'top-start',
    cell: ({ project, id, title }) => (
      <ConsoleLink to={`/events/${project.code}/${id}`} data-row-link={id}>
        {title}
      </ConsoleLink>
    ),
  },
  { key: 'project', head: 'Project', card: 'mid-start', cell: ({ project }) => project.name },
  { key: 'kind', head: 'Kind', card: 'mid-end', cell: ({ kind }) => KINDS[kind] },
  {
    key: 'state',
    head: 'State',
    card: 'top-end',
    cell: (row) => <Badges badges={[stateOf(row)]} />,
  },
  {
    key: 'starts',
    head: 'Starts, UTC',
    card: 'low-start',
    cardLabel: 'from',
    cell: ({ round }) => <Time at={round.starts_at} now={now} />,
  },
  {
    key: 'ends',
    head: 'Ends, UTC',
    card: 'low-end',
    cardLabel: 'to',
    cell: ({ round }) => <Time at={round.ends_at} now={now} />,
  },
];
