import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { call } from '../../api/call.ts';
import { useCall, useMe } from '../../api/queries.ts';
import { rolesText } from '../../roles.ts';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { Skeleton } from '../../ui/Skeleton/Skeleton.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import { CompanyAccount } from './CompanyAccount.tsx';
import { Passkeys } from './Passkeys.tsx';

type Session = ConsoleResult<'mySecurity'>['sessions'][number];

/** The own passkeys, company account and sessions. */
export function Security() {
  const me = useMe();
  const { data, error, refetch, dataUpdatedAt } = useCall('mySecurity', {});
  return (
    <Page
      title="Security"
      note={
        <>
          {me.name}, {rolesText(me.roles)} · this session ends{' '}
          <Time at={me.session_ends_at} as="distance" />
        </>
      }
    >
      {error !== null && (
        <ErrorState
          title="Passkeys and sessions could not be read."
          error={error}
          shownSince={data ? dataUpdatedAt : null}
          onAgain={() => void refetch()}
        />
      )}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined && (
        <>
          <Passkeys passkeys={data.passkeys} />
          {data.company_account !== null && (
            <CompanyAccount account={data.company_account} mayChange={me.has_second_factor} />
          )}
          <Sessions sessions={data.sessions} />
        </>
      )}
    </Page>
  );
}

function Sessions({ sessions }: { readonly sessions: readonly Session[] }) {
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => call('endSession', { id }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['mySecurity'] }),
  });
  const columns: readonly Column<Session>[] = [
    {
      key: 'browser',
      head: 'Browser',
      card: 'top-start',
      cell: ({ browser }) => browser,
    },
    {
      key: 'address',
      head: 'From',
      card: 'mid-start',
      cell: ({ address }) => <span className="mono">{address}</span>,
    },
    {
      key: 'created',
      head: 'Signed in',
      card: 'low-start',
      cardLabel: 'Signed in',
      cell: ({ created_at }) => <Time at={created_at} />,
    },
    {
      key: 'seen',
      head: 'Last seen',
      card: 'low-end',
      cardLabel: 'Seen',
      cell: ({ seen_at }) => <Time at={seen_at} as="distance" />,
    },
    { key: 'ends', head: 'Ends', cell: ({ ends_at }) => <Time at={ends_at} as="distance" /> },
    {
      key: 'do',
      head: <span className="sr-only">Do</span>,
      align: 'end',
      card: 'top-end',
      cell: ({ id, is_this, browser }) =>
        is_this ? (
          <Badge tone="green">This one</Badge>
        ) : (
          <Button
            size="small"
            aria-label={`End the session of ${browser}`}
            isBusy={end.isPending && end.variables === id}
            onClick={() => end.mutate(id)}
          >
            End
          </Button>
        ),
    },
  ];
  return (
    <section className="stack" aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      {end.error !== null && (
        <Note tone="red" role="alert">
          {end.error.message}
        </Note>
      )}
      <DataTable
        caption="Sessions"
        columns={columns}
        rows={sessions}
        rowKey={({ id }) => id}
        footer={<span>A session ends after 12 hours, or 30 minutes without a call.</span>}
      />
    </section>
  );
}
