import { IconUserCheck } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { useState } from 'react';
import { Link } from 'react-router';
import { Reading } from '../../features/reading/Reading.tsx';
import { useOpen } from '../../router/use-open.ts';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Money } from '../../ui/Money/Money.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import { Split } from '../../ui/Split/Split.tsx';
import { spanText } from '../../ui/Time/time-text.ts';
import { APPROVAL_STATES } from './approval-states.ts';
import { ApprovalDrawer } from './ApprovalDrawer.tsx';

type Data = ConsoleResult<'approvals'>;
type Row = Data['items'][number];

/** Steps that wait for a second person: those that this operator may confirm, or the others and their ends. */
export function Approvals({
  query,
  isForMe,
}: {
  readonly query: UseQueryResult<Data>;
  readonly isForMe: boolean;
}) {
  const open = useOpen();
  const [said, setSaid] = useState<string | null>(null);
  return (
    <>
      {said !== null && (
        <Note tone="green" role="status">
          {said}
        </Note>
      )}
      <Split
        drawer={
          open.id === null ? null : (
            <ApprovalDrawer
              key={open.id}
              id={open.id}
              onClose={() => open.set(null)}
              onDecided={(sentence) => {
                setSaid(sentence);
                open.set(null);
              }}
            />
          )
        }
      >
        <Reading query={query} failed="The waiting steps could not be read.">
          {({ items, now }) => {
            const rows = items.filter((row) => isMine(row) === isForMe);
            return rows.length === 0 ? (
              <None isForMe={isForMe} />
            ) : (
              <DataTable
                caption="Steps that wait for a second person"
                columns={columnsOf(now, open.addressOf).filter(
                  ({ key }) => open.id === null || key !== 'why',
                )}
                rows={rows}
                rowKey={({ id }) => id}
                selectedKey={open.id}
                hasRowKeys
              />
            );
          }}
        </Reading>
      </Split>
    </>
  );
}

const isMine = ({ state, why_not: whyNot }: Row): boolean => state === 'waiting' && whyNot === null;

function None({ isForMe }: { readonly isForMe: boolean }) {
  return (
    <Card title="Waiting steps">
      <EmptyState
        icon={<IconUserCheck />}
        tone={isForMe ? 'green' : 'grey'}
        title={isForMe ? 'No step waits for you' : 'No step waits for another person'}
      >
        A step above the limits, or about a flagged player or an open dispute, waits here.
      </EmptyState>
    </Card>
  );
}

const columnsOf = (now: number, addressOf: (id: string) => string): readonly Column<Row>[] => [
  {
    key: 'what',
    head: 'Step',
    card: 'top-start',
    isWrapped: true,
    cell: ({ id, title, object }) => (
      <>
        <Link to={{ search: addressOf(id) }} replace preventScrollReset data-row-link={id}>
          {title}
        </Link>
        <p className="muted small">
          <bdi>{object.name}</bdi>
        </p>
      </>
    ),
  },
  {
    key: 'sum',
    head: 'Sum',
    align: 'end',
    card: 'top-end',
    cell: ({ sum }) => sum !== null && <Money sum={sum} />,
  },
  { key: 'by', head: 'Asked by', card: 'mid-start', cell: ({ asked_by: by }) => by },
  {
    key: 'why',
    head: 'Why two',
    isWrapped: true,
    isWideOnly: true,
    cell: ({ second_person: why }) => why,
  },
  {
    key: 'state',
    head: 'State',
    card: 'mid-end',
    cell: ({ state, asked_at: at }) => {
      const { tone, text } = APPROVAL_STATES[state];
      return (
        <Badge tone={tone}>{state === 'waiting' ? `${text} ${spanText(now - at)}` : text}</Badge>
      );
    },
  },
];
