import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { ReactNode } from 'react';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Badges } from '../../ui/Badge/Badge.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { KeyValue } from '../../ui/KeyValue/KeyValue.tsx';
import { moneyText } from '../../ui/Money/money-text.ts';
import { fullText } from '../../ui/Time/time-text.ts';
import styles from './Disputes.module.css';

type Order = ConsoleResult<'disputeEvidence'>['orders'][number];
type Fact = { readonly label: string; readonly value: ReactNode };

/** One order of a dispute: what was bought, for whom, what was paid, when it was given. */
export function OrderEvidence({ order }: { readonly order: Order }) {
  const { recipient } = order;
  return (
    <>
      <Sheet title={`Order ${order.order_no}`}>
        <KeyValue
          facts={[
            {
              label: 'Order',
              value: <ConsoleLink to={`/orders/${order.id}`}>{order.order_no}</ConsoleLink>,
            },
            { label: 'Ordered', value: fullText(order.created_at) },
            ...(order.paid_at === null ? [] : [{ label: 'Paid', value: fullText(order.paid_at) }]),
            { label: 'Game', value: recipient.project.name },
            { label: 'Server', value: `${recipient.server_name} (${recipient.server_id})` },
            { label: 'Character', value: <bdi>{`${recipient.name}, id ${recipient.cid}`}</bdi> },
            ...order.goods.map(({ name, count, unit }) => ({
              label: 'Good',
              value: `${name} ×${count}, ${moneyText(unit)} each`,
            })),
            ...order.money.map(({ label, sum }) => ({ label, value: moneyText(sum) })),
          ]}
        />
      </Sheet>
      <Sheet title="Numbers and times">
        <KeyValue facts={[...order.payments.flatMap(numbersOf), ...order.mails.map(mailOf)]} />
      </Sheet>
      <Sheet title="Sessions of the character">
        {order.sessions.length === 0 ? (
          <p className="muted">No session is kept.</p>
        ) : (
          <KeyValue facts={order.sessions.map(sessionOf)} />
        )}
      </Sheet>
      <Sheet title="Earlier orders" isTable={order.earlier_orders.length > 0}>
        {order.earlier_orders.length === 0 ? (
          <p className="muted">The character paid for nothing before.</p>
        ) : (
          <DataTable
            caption="Earlier orders"
            columns={EARLIER}
            rows={order.earlier_orders}
            rowKey={({ order_no: no }) => no}
          />
        )}
      </Sheet>
    </>
  );
}

function Sheet({
  title,
  isTable = false,
  children,
}: {
  readonly title: string;
  readonly isTable?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles['sheet']}>
      <Card title={title} isPadded={!isTable}>
        {children}
      </Card>
    </div>
  );
}

function numbersOf(payment: Order['payments'][number]): Fact[] {
  const number = (label: string, value: string | null): Fact[] =>
    value === null ? [] : [{ label, value: <span className={styles['number']}>{value}</span> }];
  return [
    ...number('Payment', payment.number),
    ...number(payment.gateway, payment.gateway_number),
    ...(payment.capture_number === payment.gateway_number
      ? []
      : number(`${payment.gateway} capture`, payment.capture_number)),
    { label: 'Captured', value: moneyText(payment.captured) },
  ];
}

function mailOf({ number, kind, state, created_at, delivered_at }: Order['mails'][number]): Fact {
  const when =
    delivered_at === null
      ? `${state}, written ${fullText(created_at)}`
      : `given ${fullText(delivered_at)}`;
  return {
    label: kind === 'purchase' ? 'Mail' : 'Second mail',
    value: number === null ? when : `${number}, ${when}`,
  };
}

function sessionOf({ created_at, seen_at, ended_at }: Order['sessions'][number]): Fact {
  return {
    label: fullText(created_at),
    value: `last seen ${fullText(seen_at)}${ended_at === null ? '' : `, ended ${fullText(ended_at)}`}`,
  };
}

const EARLIER: readonly Column<Order['earlier_orders'][number]>[] = [
  { key: 'no', head: 'Order', card: 'top-start', cell: ({ order_no: no }) => no },
  { key: 'at', head: 'Ordered', card: 'mid-start', cell: ({ created_at: at }) => fullText(at) },
  {
    key: 'state',
    head: 'State',
    card: 'low-start',
    cell: ({ badges }) => <Badges badges={badges} />,
  },
  {
    key: 'total',
    head: 'Total',
    align: 'end',
    card: 'top-end',
    cell: ({ total }) => moneyText(total),
  },
];
