import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Badge as BadgeOfState } from '@webpay/contract/console/shapes';
import { Link } from 'react-router';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { Money } from '../../ui/Money/Money.tsx';
import { spanText } from '../../ui/Time/time-text.ts';
import styles from './Requests.module.css';

type Data = ConsoleResult<'requests'>;
type Row = Data['items'][number];

export const KIND_TEXT = { refund: 'Money back', wrong_recharge: 'Wrong character' } as const;

const STATES: Readonly<Record<Row['state'], BadgeOfState>> = {
  open: { tone: 'violet', text: 'Open' },
  approved: { tone: 'green', text: 'Approved' },
  rejected: { tone: 'red', text: 'Rejected' },
};

const HOUR_MS = 3_600_000;

export function RequestTable({
  data: { items, now },
  openId,
  addressOf,
}: {
  readonly data: Data;
  readonly openId: string | null;
  readonly addressOf: (id: string) => string;
}) {
  const columns: readonly Column<Row>[] = [
    {
      key: 'waits',
      head: 'Waits',
      card: 'mid-end',
      cell: (row) => <Waits row={row} now={now} />,
    },
    {
      key: 'who',
      head: 'Player, and what they say',
      card: 'top-start',
      isWrapped: true,
      cell: ({ id, character, kind, text }) => (
        <div className={styles['who']}>
          <Link
            to={{ search: addressOf(id) }}
            replace
            preventScrollReset
            data-row-link={id}
            aria-current={id === openId ? 'true' : undefined}
          >
            <bdi>{character.name}</bdi>
          </Link>{' '}
          <Badge tone="grey" isPlain>
            {KIND_TEXT[kind]}
          </Badge>
          {text !== '' && <p className={styles['said']}>“{text}”</p>}
        </div>
      ),
    },
    {
      key: 'sum',
      head: 'Amount',
      align: 'end',
      card: 'top-end',
      isWrapped: true,
      cell: ({ total, goods }) => (
        <>
          <Money sum={total} />
          <p className="muted small">
            <bdi>{goods}</bdi>
          </p>
        </>
      ),
    },
  ];
  return (
    <DataTable
      caption="Requests of players"
      columns={columns}
      rows={items}
      rowKey={({ id }) => id}
      selectedKey={openId}
      hasRowKeys
    />
  );
}

/** How long it waits, orange after a day; a decided one shows its end. */
function Waits({ row, now }: { readonly row: Row; readonly now: number }) {
  if (row.state !== 'open') {
    const { tone, text } = STATES[row.state];
    return <Badge tone={tone}>{text}</Badge>;
  }
  const waited = now - row.created_at;
  const tone = waited > 24 * HOUR_MS ? 'orange' : waited > 8 * HOUR_MS ? 'yellow' : 'grey';
  return (
    <Badge tone={tone} isPlain>
      {spanText(waited)}
    </Badge>
  );
}
