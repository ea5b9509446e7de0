import { IconSignature } from '@tabler/icons-react';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { useCall } from '../../api/queries.ts';
import { usePages } from '../../features/reading/pages.tsx';
import { Reading } from '../../features/reading/Reading.tsx';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { DataTable, type Column } from '../../ui/DataTable/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import { Time } from '../../ui/Time/Time.tsx';

type Data = ConsoleResult<'auditHeads'>;
type Head = Data['items'][number] & { readonly index: number };

/** A worker signs each clock hour within minutes. */
const LATE_MS = 2 * 3_600_000;
/** The first head of each day begins a check. */
const CHECK_LATE_MS = 36 * 3_600_000;

/** Ends of the log that a worker signed and wrote outside the database, and the last nightly check. */
export function Heads() {
  const { place, buttons } = usePages();
  const isFirstPage = place.after === undefined;
  const query = useCall('auditHeads', { ...place }, { everyMs: 60_000 });
  return (
    <Reading query={query} failed="The signed heads could not be read.">
      {(data) =>
        data.state === 'read' ? (
          <>
            {isFirstPage && <Standing data={data} />}
            {data.items.length === 0 ? (
              <None title="No head is signed yet">
                A worker signs the end of the log within the hour. A console on another machine does
                not see its file.
              </None>
            ) : (
              <DataTable
                caption="Signed heads"
                isDense
                columns={columns(data)}
                rows={data.items.map((head, index) => ({ ...head, index }))}
                rowKey={({ index }) => String(index)}
                footer={
                  buttons(data.next) ?? <span className="grow">{data.file}, newest first</span>
                }
              />
            )}
          </>
        ) : (
          <NotRead data={data} />
        )
      }
    </Reading>
  );
}

function NotRead({ data }: { readonly data: Data }) {
  if (data.state === 'off') {
    return (
      <None title="This console knows no signed heads">
        A worker with AUDIT_KEY_FILE signs the end of the log each hour. The console shows its file
        with AUDIT_HEADS_FILE and AUDIT_PUBLIC_KEY_FILE.
      </None>
    );
  }
  if (data.state === 'missing') {
    return (
      <Note tone="red" role="alert">
        <strong className="strong">{data.file} is gone, or empty.</strong> A nightly check has read
        heads there, or the address took some. Look for the person who removed them.
      </Note>
    );
  }
  return (
    <Note tone="red" role="alert">
      <strong className="strong">{data.file} cannot be read.</strong> The console’s user has no
      right to it, the disk fails, or it holds other things than heads.
    </Note>
  );
}

function None({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <Card title="Signed heads">
      <EmptyState icon={<IconSignature />} title={title}>
        {children}
      </EmptyState>
    </Card>
  );
}

function Standing({ data: { now, items, address, nightly } }: { readonly data: Data }) {
  const newest = items.find(({ at }) => at !== null)?.at ?? null;
  return (
    <>
      {newest !== null && now - newest > LATE_MS && (
        <Note tone="red" role="alert">
          <strong className="strong">No head was signed for more than two hours.</strong> The last
          one is of <Time at={newest} now={now} as="full" />.
        </Note>
      )}
      {nightly !== null && <Nightly now={now} nightly={nightly} />}
      {nightly === null && items.length > 0 && (
        <Note tone="yellow">
          <strong className="strong">No nightly check is known.</strong> The first head of each day
          begins one; its result stands here.
        </Note>
      )}
      {address !== null && (
        <Note tone={address.is_taken ? 'green' : 'red'}>
          <strong className="strong">
            {address.is_taken
              ? `${address.host} took the last head.`
              : `${address.host} takes no head: ${address.said}.`}
          </strong>{' '}
          <Time at={address.at} now={now} as="full" />
          {!address.is_taken && '. Each minute tries again, and later heads wait.'}
        </Note>
      )}
    </>
  );
}

function Nightly({
  now,
  nightly: { at, entries, heads, fault },
}: {
  readonly now: number;
  readonly nightly: NonNullable<Data['nightly']>;
}) {
  const time = <Time at={at} now={now} as="full" />;
  if (fault !== null) {
    return (
      <Note tone="red" role="alert">
        <strong className="strong">The last nightly check found a fault.</strong> {fault} {time}
      </Note>
    );
  }
  if (now - at > CHECK_LATE_MS) {
    return (
      <Note tone="red" role="alert">
        <strong className="strong">The log was not checked for more than 36 hours.</strong> The last
        check is of {time}.
      </Note>
    );
  }
  const counted = (count: number, one: string, many: string): string =>
    `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
  return (
    <Note tone="green">
      <strong className="strong">
        The last nightly check found the log whole: {counted(entries, 'entry', 'entries')},{' '}
        {counted(heads, 'signed head', 'signed heads')}.
      </strong>{' '}
      {time}
    </Note>
  );
}

function columns({ now, address }: Data): readonly Column<Head>[] {
  return [
    {
      key: 'hour',
      head: 'Signed',
      card: 'top-start',
      cell: ({ at }) => (at === null ? '–' : <Time at={at} now={now} />),
    },
    {
      key: 'entry',
      head: 'Last entry',
      align: 'end',
      card: 'mid-start',
      cardLabel: 'Entry',
      cell: ({ entry }) => (
        <span className="num">{entry === null ? '–' : entry.toLocaleString('en')}</span>
      ),
    },
    {
      key: 'hash',
      head: 'Hash',
      card: 'mid-end',
      cell: ({ hash }) =>
        hash === null ? (
          '–'
        ) : (
          <span className="mono muted small" title={hash}>
            {hash.slice(0, 8)}…{hash.slice(-8)}
          </span>
        ),
    },
    {
      key: 'signed',
      head: 'Signature',
      card: 'top-end',
      cell: ({ is_signed }) => (
        <Badge tone={is_signed ? 'green' : 'red'}>{is_signed ? 'Good' : 'Not good'}</Badge>
      ),
    },
    {
      key: 'fault',
      head: 'Log',
      card: 'low-start',
      isWrapped: true,
      cell: ({ fault }) =>
        fault === null ? <span className="muted">entry and hash fit</span> : fault,
    },
    {
      key: 'outside',
      head: 'Outside',
      card: 'low-end',
      cell: ({ is_taken }) =>
        address === null ? 'file' : is_taken ? `file, ${address.host}` : 'file alone',
    },
  ];
}
