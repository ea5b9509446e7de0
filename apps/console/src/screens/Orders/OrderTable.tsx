import { IconEye } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { orderState } from '../../features/orders/came-from.ts';
import { goodsText, methodText } from '../../features/orders/order-text.ts';
import { Badges } from '../../ui/Badge/Badge.tsx';
import { IconButton } from '../../ui/Button/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { useKeys } from '../../ui/Keys/keys.ts';
import { Money } from '../../ui/Money/Money.tsx';
import { useSaid } from '../../ui/Said/Said.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import { spanText } from '../../ui/Time/time-text.ts';
import type { Chosen } from './ChosenBar.tsx';
import styles from './OrderTable.module.css';
import type { ShownList, ShownRow } from './shown-rows.ts';

/** Keys of the table, in the order of the line below it. Enter is the link's own. */
export const TABLE_KEYS = [
  { key: 'j k', label: 'row' },
  { key: 'Enter', label: 'open' },
  { key: 'Space', label: 'peek' },
  { key: 'x', label: 'choose' },
  { key: 'y', label: 'copy number' },
] as const;

type Props = {
  readonly list: ShownList;
  readonly isStale: boolean;
  readonly visit: string;
  /** Address of the list, for the way back. */
  readonly address: string;
  readonly open: string | null;
  readonly chosen: Chosen;
  readonly onPeek: (id: string) => void;
  readonly banner: ReactNode;
  readonly footer: ReactNode;
};

export function OrderTable(props: Props) {
  const { list, isStale, open, chosen, banner, footer } = props;
  const { said, copy } = useSaid();
  const atFocus = (): ShownRow | undefined => {
    const row = document.activeElement
      ?.closest('tr')
      ?.querySelector<HTMLElement>('[data-row-link]');
    return list.rows.find(({ id }) => id === row?.dataset['rowLink']);
  };
  useKeys('Row', [
    {
      key: 'x',
      label: 'Choose the row',
      run: () => {
        const row = atFocus();
        if (row) chosen.toggle(row.id);
      },
    },
    {
      key: 'y',
      label: 'Copy the order number',
      run: () => {
        const row = atFocus();
        if (row) copy(row.order_no);
      },
    },
  ]);
  return (
    <div className={styles['orders']}>
      <DataTable
        caption="Orders, newest first"
        columns={columnsOf(props)}
        rows={list.rows}
        rowKey={({ id }) => id}
        selectedKey={open}
        isStale={isStale}
        hasRowKeys
        banner={banner}
        footer={footer}
      />
      {said}
    </div>
  );
}

function columnsOf({
  list,
  visit,
  address,
  open,
  chosen,
  onPeek,
}: Props): readonly Column<ShownRow>[] {
  const ids = list.rows.map(({ id }) => id);
  const isAll = chosen.rows.length === list.rows.length;
  return [
    {
      key: 'choice',
      head: (
        <input
          type="checkbox"
          className={styles['box']}
          aria-label="Choose all rows"
          checked={isAll}
          onChange={() => chosen.setAll(!isAll)}
        />
      ),
      cell: ({ id, order_no: number }) => (
        <input
          type="checkbox"
          className={styles['box']}
          aria-label={`Choose ${number}`}
          checked={chosen.has(id)}
          onChange={() => chosen.toggle(id)}
        />
      ),
    },
    {
      key: 'time',
      head: 'Time, UTC',
      cell: ({ created_at: at }) => <Time at={at} now={list.readAt} />,
    },
    {
      key: 'order',
      head: 'Order',
      card: 'low-end',
      cell: ({ id, order_no: number, created_at: at }) => (
        <>
          <ConsoleLink
            to={`/orders/${id}`}
            state={orderState({ address, visit, ids })}
            className={styles['link']}
            data-row-link={id}
            onFocus={() => {
              // An open drawer follows the row.
              if (open !== null && open !== id) onPeek(id);
            }}
            onKeyDown={(event) => {
              if (event.key !== ' ') return;
              event.preventDefault();
              onPeek(id);
            }}
          >
            {number}
          </ConsoleLink>
          <span className={styles['peek']}>
            <IconButton
              label={`Peek at ${number}`}
              aria-expanded={open === id}
              onClick={() => onPeek(id)}
            >
              <IconEye aria-hidden />
            </IconButton>
          </span>
          <small className={styles['phone']}>
            <Time at={at} now={list.readAt} />
          </small>
        </>
      ),
    },
    {
      key: 'goods',
      head: 'Goods',
      card: 'top-start',
      cell: ({ goods, character }) => (
        <>
          <bdi className={styles['name']}>{goodsText(goods)}</bdi>
          <small>{character.project.name}</small>
        </>
      ),
    },
    {
      key: 'character',
      head: 'Character',
      card: 'mid-start',
      cell: ({ character: { name, cid } }) => (
        <>
          <bdi className={styles['name']}>{name}</bdi>
          <small>
            <bdi>{cid}</bdi>
          </small>
        </>
      ),
    },
    {
      key: 'amount',
      head: 'Amount',
      align: 'end',
      card: 'top-end',
      cell: ({ total }) => <Money sum={total} />,
    },
    {
      key: 'method',
      head: 'Paid with',
      card: 'low-start',
      cell: ({ method, country }) => (
        <>
          {methodText(method)}
          <small>{country}</small>
        </>
      ),
    },
    {
      key: 'state',
      head: 'State',
      card: 'mid-end',
      cell: (row) => <State row={row} />,
    },
    {
      key: 'mail',
      head: 'Mail after',
      align: 'end',
      cell: ({ mail_after_ms: after, note }) => (
        <span className="muted">{after === null ? note : spanText(after)}</span>
      ),
    },
  ];
}

function State({ row: { badges, changedAt, isGone } }: { readonly row: ShownRow }) {
  return (
    <span
      key={changedAt}
      className={styles['state']}
      data-changed={changedAt !== null || undefined}
    >
      <Badges badges={badges} />
      {isGone && <small>no longer matches</small>}
    </span>
  );
}
