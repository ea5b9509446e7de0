import { IconWebhook } from '@tabler/icons-react';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { Link } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { openStep } from '../../features/step/open-step.ts';
import { useOpen } from '../../router/use-open.ts';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import { Messages } from './Messages.tsx';
import styles from './Webhooks.module.css';

type Endpoint = ConsoleResult<'webhooks'>['items'][number];

const NEW_WEBHOOK = {
  seed: { kind: 'make_webhook' },
  about: 'New webhook',
  currency: null,
} as const;

/** Systems of the publisher that hear of events, and the last messages to one of them. */
export function Webhooks() {
  const query = useCall('webhooks', {}, { everyMs: 15_000 });
  const { id: openId, addressOf } = useOpen();
  return (
    <Page
      title="Webhooks"
      note="what the shop tells your own systems"
      actions={
        query.data?.may_make === true && (
          <Button look="primary" onClick={() => openStep(NEW_WEBHOOK)}>
            New webhook…
          </Button>
        )
      }
    >
      <Reading query={query} failed="The webhooks could not be read.">
        {({ items }) => {
          const chosen = items.find(({ id }) => id === openId);
          return items.length === 0 ? (
            <Card title="Webhooks">
              <EmptyState icon={<IconWebhook />} title="No webhook yet">
                A webhook tells an address of yours of paid orders, refunds and disputes.
              </EmptyState>
            </Card>
          ) : (
            <>
              <DataTable
                caption="Webhooks"
                columns={columnsFor(addressOf)}
                rows={items}
                rowKey={({ id }) => id}
                selectedKey={chosen?.id ?? null}
                hasRowKeys
                footer={
                  <span>
                    Each message is signed, and sent for three days until its receiver takes it. A
                    name opens its messages and steps.
                  </span>
                }
              />
              {chosen !== undefined && <Messages key={chosen.id} of={chosen} />}
            </>
          );
        }}
      </Reading>
    </Page>
  );
}

function columnsFor(addressOf: (id: string) => string): readonly Column<Endpoint>[] {
  return [
    {
      key: 'name',
      head: 'Webhook',
      card: 'top-start',
      cell: ({ id, name }) => (
        <Link
          className="strong"
          to={{ search: addressOf(id) }}
          replace
          preventScrollReset
          data-row-link
        >
          {name}
        </Link>
      ),
    },
    {
      key: 'state',
      head: 'State',
      card: 'top-end',
      cell: (endpoint) => <State endpoint={endpoint} />,
    },
    {
      key: 'url',
      head: 'Address',
      card: 'mid-start',
      isWrapped: true,
      cell: ({ url }) => <span className={styles['url']}>{url}</span>,
    },
    {
      key: 'taken',
      head: 'Last taken',
      card: 'low-start',
      cardLabel: 'Taken',
      cell: ({ last_taken_at: at }) => (at === null ? 'never' : <Time at={at} as="distance" />),
    },
    {
      key: 'waiting',
      head: 'Waiting',
      align: 'end',
      card: 'low-end',
      cardLabel: 'Waiting',
      cell: ({ waiting }) => <Many count={waiting} />,
    },
    {
      key: 'given_up',
      head: 'Given up',
      align: 'end',
      cell: ({ given_up: count }) => <Many count={count} />,
    },
  ];
}

/** Counts end at 1,000. */
function Many({ count }: { readonly count: number }) {
  return <span className="num">{count === 1_000 ? '1,000 or more' : count}</span>;
}

function State({ endpoint: { state, failing_since: since } }: { readonly endpoint: Endpoint }) {
  switch (state) {
    case 'off':
      return <Badge tone="grey">Off</Badge>;
    case 'gone':
      return <Badge tone="red">Stopped: it answered 410</Badge>;
    case 'full':
      return <Badge tone="red">Stopped: too many wait</Badge>;
    case 'on':
      return since === null ? (
        <Badge tone="green">On</Badge>
      ) : (
        <Badge tone="yellow">
          Fails since <Time at={since} as="distance" />
        </Badge>
      );
  }
}
