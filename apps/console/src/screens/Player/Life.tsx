import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { orderState } from '../../features/orders/came-from.ts';
import { goodsText, methodText } from '../../features/orders/order-text.ts';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Badge, Badges } from '../../ui/Badge/Badge.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Money } from '../../ui/Money/Money.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import type { PlayerFile } from './player-file.ts';
import styles from './Player.module.css';

const TABS = ['orders', 'mails', 'sessions'] as const;
type Tab = (typeof TABS)[number];

const NONE: Readonly<Record<Tab, string>> = {
  orders: 'The character has not ordered.',
  mails: 'No mail was sent to the character.',
  sessions: 'The character has not signed in.',
};

/** Orders, mails and sessions of the character; the open tab stands in the address. */
export function Life({ file }: { readonly file: PlayerFile }) {
  const [params] = useSearchParams();
  const state: unknown = useLocation().state;
  const tab = TABS.find((each) => each === params.get('tab')) ?? 'orders';
  const addressOf = (each: Tab): string => {
    const next = new URLSearchParams(params);
    if (each === 'orders') next.delete('tab');
    else next.set('tab', each);
    return `?${next}`;
  };
  return (
    <Card
      title="Life in the shop"
      isPadded={false}
      actions={
        <nav className={styles['tabs']} aria-label="Parts of the life">
          {TABS.map((each) => (
            <Link
              key={each}
              to={{ search: addressOf(each) }}
              state={state}
              replace
              preventScrollReset
              aria-current={each === tab ? 'page' : undefined}
            >
              {NAMES[each]} {file[each].length}
            </Link>
          ))}
        </nav>
      }
    >
      {file[tab].length === 0 ? (
        <EmptyState icon={<IconInbox />} title={NONE[tab]} />
      ) : (
        <div className={styles['table']}>
          <TabContent tab={tab} file={file} />
        </div>
      )}
    </Card>
  );
}

const NAMES: Readonly<Record<Tab, string>> = {
  orders: 'Orders',
  mails: 'Mails',
  sessions: 'Sessions',
};

function TabContent({ tab, file }: { readonly tab: Tab; readonly file: PlayerFile }): ReactNode {
  switch (tab) {
    case 'orders':
      return <Orders file={file} />;
    case 'mails':
      return <Mails file={file} />;
    case 'sessions':
      return <Sessions file={file} />;
  }
}

function Orders({ file: { orders, now } }: { readonly file: PlayerFile }) {
  const { pathname, search, key } = useLocation();
  const from = { address: pathname + search, visit: key, ids: orders.map(({ id }) => id) };
  const columns: readonly Column<(typeof orders)[number]>[] = [
    {
      key: 'time',
      head: 'Time, UTC',
      card: 'low-start',
      cell: ({ created_at: at }) => <Time at={at} now={now} />,
    },
    {
      key: 'order',
      head: 'Order',
      card: 'low-end',
      cell: ({ id, order_no: number }) => (
        <ConsoleLink to={`/orders/${id}`} state={orderState(from)} data-row-link={id}>
          {number}
        </ConsoleLink>
      ),
    },
    {
      key: 'goods',
      head: 'Goods',
      card: 'top-start',
      isWrapped: true,
      cell: ({ goods }) => <bdi>{goodsText(goods)}</bdi>,
    },
    {
      key: 'method',
      head: 'Paid with',
      card: 'mid-start',
      cell: ({ method }) => methodText(method),
    },
    {
      key: 'amount',
      head: 'Amount',
      align: 'end',
      card: 'top-end',
      cell: ({ total }) => <Money sum={total} />,
    },
    {
      key: 'state',
      head: 'State',
      card: 'mid-end',
      cell: ({ badges }) => <Badges badges={badges} />,
    },
  ];
  return (
    <DataTable
      caption="Orders of the character, newest first"
      columns={columns}
      rows={orders}
      rowKey={({ id }) => id}
      hasRowKeys
    />
  );
}

function Mails({ file: { mails, now } }: { readonly file: PlayerFile }) {
  const columns: readonly Column<(typeof mails)[number]>[] = [
    {
      key: 'time',
      head: 'Time, UTC',
      card: 'low-start',
      cell: ({ at }) => <Time at={at} now={now} />,
    },
    {
      key: 'title',
      head: 'Mail',
      card: 'top-start',
      isWrapped: true,
      cell: ({ title }) => <bdi>{title}</bdi>,
    },
    { key: 'kind', head: 'Kind', card: 'mid-start', cell: ({ kind }) => kind },
    {
      key: 'state',
      head: 'State',
      card: 'top-end',
      cell: ({ badge: { tone, text } }) => <Badge tone={tone}>{text}</Badge>,
    },
    {
      key: 'order',
      head: 'Order',
      card: 'low-end',
      cell: ({ id, order_id: orderId }) =>
        orderId === null ? (
          <span className="muted">none</span>
        ) : (
          <ConsoleLink to={`/orders/${orderId}`} data-row-link={id}>
            Order
          </ConsoleLink>
        ),
    },
  ];
  return (
    <DataTable
      caption="Mails to the character, newest first"
      columns={columns}
      rows={mails}
      rowKey={({ id, kind }) => `${kind} ${id}`}
      hasRowKeys
    />
  );
}

function Sessions({ file: { sessions, now } }: { readonly file: PlayerFile }) {
  const columns: readonly Column<(typeof sessions)[number]>[] = [
    {
      key: 'began',
      head: 'Began, UTC',
      card: 'top-start',
      cell: ({ created_at: at }) => <Time at={at} now={now} as="full" />,
    },
    {
      key: 'seen',
      head: 'Seen last',
      card: 'mid-start',
      cell: ({ seen_at: at }) => <Time at={at} now={now} as="distance" />,
    },
    {
      key: 'ended',
      head: 'Ended',
      card: 'top-end',
      cell: ({ ended_at: at }) =>
        at === null ? <Badge tone="green">Open</Badge> : <Time at={at} now={now} />,
    },
  ];
  return (
    <DataTable
      caption="Sessions of the character in the shop, newest first"
      columns={columns}
      rows={sessions}
      rowKey={({ created_at: at, seen_at: seen }) => `${at} ${seen}`}
    />
  );
}
