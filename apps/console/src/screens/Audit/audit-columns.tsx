import type { ConsoleResult } from '@webpay/contract/console/calls';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Avatar } from '../../ui/Avatar/Avatar.tsx';
import { Badge, Tag } from '../../ui/Badge/Badge.tsx';
import type { Column } from '../../ui/DataTable/DataTable.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import styles from './Audit.module.css';

export type Entry = ConsoleResult<'audit'>['items'][number];

export function auditColumns(
  openId: number | null,
  setOpenId: (id: number | null) => void,
): readonly Column<Entry>[] {
  return [
    {
      key: 'time',
      head: 'Time',
      card: 'low-end',
      cell: ({ at }) => <Time at={at} />,
    },
    {
      key: 'entry',
      head: 'Entry',
      card: 'low-start',
      cell: ({ id }) => (
        <button
          type="button"
          className={styles['unfold']}
          data-row-link
          aria-expanded={id === openId}
          onClick={() => setOpenId(id === openId ? null : id)}
        >
          {id.toLocaleString('en')}
        </button>
      ),
    },
    {
      key: 'who',
      head: 'Who',
      card: 'mid-start',
      cell: ({ operator }) => (
        <span className={styles['who']}>
          <Avatar name={operator} />
          {operator}
        </span>
      ),
    },
    {
      key: 'action',
      head: 'Action',
      card: 'top-end',
      cell: ({ action, outcome }) => (
        <Tag {...(outcome === 'refused' ? { tone: 'red' as const } : {})}>{action}</Tag>
      ),
    },
    {
      key: 'object',
      head: 'On',
      card: 'top-start',
      isWrapped: true,
      cell: ({ object, project }) => (
        <>
          <ObjectOf object={object} />
          {project !== null && <small>{project}</small>}
        </>
      ),
    },
    {
      key: 'outcome',
      head: 'Outcome',
      card: 'mid-end',
      cell: ({ outcome }) =>
        outcome === 'refused' ? (
          <Badge tone="red">Refused</Badge>
        ) : (
          <span className="muted">done</span>
        ),
    },
    {
      key: 'hash',
      head: 'Hash',
      isWideOnly: true,
      cell: ({ hash }) => (
        <span className="mono muted small" title={hash}>
          {hash.slice(0, 4)}…{hash.slice(-4)}
        </span>
      ),
    },
  ];
}

const PAGES: Readonly<Record<string, string>> = { order: '/orders', player: '/players' };

/** Kind and id of an object; orders and players lead to their pages. */
function ObjectOf({ object }: { readonly object: string }) {
  const [kind = '', id] = object.split(' ');
  const page = PAGES[kind];
  if (page === undefined || id === undefined) return object || '–';
  return (
    <>
      {kind} <ConsoleLink to={`${page}/${encodeURIComponent(id)}`}>{id}</ConsoleLink>
    </>
  );
}
