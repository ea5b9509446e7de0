import { IconWebhook } from '@tabler/icons-react';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { useState } from 'react';
import { useCall } from '../../api/queries.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { StepRow } from '../../features/step/Steps.tsx';
import { WEBHOOK_EVENTS } from '../../roles.ts';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { Choices } from '../../ui/Choices/Choices.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Time } from '../../ui/Time/Time.tsx';

type Message = ConsoleResult<'webhookMessages'>['items'][number];

/** The steps of a webhook, and its last messages or the last that were given up. */
export function Messages({
  of: { id, name, types, projects, steps },
}: {
  readonly of: ConsoleResult<'webhooks'>['items'][number];
}) {
  const [shown, setShown] = useState<'all' | 'given_up'>('all');
  const query = useCall('webhookMessages', shown === 'all' ? { id } : { id, state: shown }, {
    everyMs: 15_000,
  });
  return (
    <section aria-labelledby="messages" className="stack">
      <h2 id="messages">{name}</h2>
      <p>
        Hears of {types.map((type) => WEBHOOK_EVENTS[type].toLowerCase()).join(', ')};{' '}
        {projects.length === 0
          ? 'all projects'
          : projects.map(({ name: project }) => project).join(', ')}
        .
      </p>
      <StepRow
        steps={steps.filter(({ why }) => why === null)}
        about={{ about: `Webhook ${name}`, currency: null }}
      />
      <Choices
        legend="Messages"
        isBeside
        choices={[
          { value: 'all', label: 'The last 50' },
          { value: 'given_up', label: 'Given up' },
        ]}
        chosen={shown}
        onChoose={(value) => setShown(value === 'given_up' ? value : 'all')}
      />
      <Reading query={query} failed="The messages could not be read.">
        {({ items }) =>
          items.length === 0 ? (
            <Card title="Messages">
              <EmptyState
                icon={<IconWebhook />}
                title={shown === 'all' ? 'No message yet' : 'No message was given up'}
              />
            </Card>
          ) : (
            <DataTable
              caption={`Messages to ${name}`}
              columns={COLUMNS}
              rows={items}
              rowKey={({ id: message }) => String(message)}
              isDense
            />
          )
        }
      </Reading>
    </section>
  );
}

const COLUMNS: readonly Column<Message>[] = [
  {
    key: 'event',
    head: 'Event',
    card: 'top-start',
    cell: ({ type }) => <span className="strong">{type}</span>,
  },
  {
    key: 'order',
    head: 'Order',
    card: 'mid-start',
    cell: ({ order_id: id, order_no: no }) =>
      id === null ? '–' : <ConsoleLink to={`/orders/${id}`}>{no ?? id}</ConsoleLink>,
  },
  {
    key: 'at',
    head: 'Written',
    card: 'low-start',
    cell: ({ created_at: at }) => <Time at={at} as="distance" />,
  },
  {
    key: 'state',
    head: 'State',
    card: 'top-end',
    cell: ({ state }) => STATES[state],
  },
  {
    key: 'tries',
    head: 'Tries',
    align: 'end',
    card: 'low-end',
    cardLabel: 'Tries',
    cell: ({ tries }) => <span className="num">{tries}</span>,
  },
  {
    key: 'answer',
    head: 'Last answer',
    isWrapped: true,
    cell: ({ status, why }) => why ?? (status === null ? '–' : `HTTP ${status}`),
  },
  {
    key: 'next',
    head: 'Next try',
    isWideOnly: true,
    cell: ({ next_at: at }) => (at === null ? '–' : <Time at={at} as="full" />),
  },
  {
    key: 'steps',
    head: <span className="sr-only">Steps</span>,
    align: 'end',
    card: 'mid-end',
    cell: ({ steps, type, event_id: id }) => (
      <StepRow steps={steps} about={{ about: `${type} ${id}`, currency: null }} />
    ),
  },
];

const STATES = {
  waiting: <Badge tone="yellow">Waits</Badge>,
  taken: <Badge tone="green">Taken</Badge>,
  given_up: <Badge tone="red">Given up</Badge>,
} as const satisfies Record<Message['state'], React.ReactNode>;
