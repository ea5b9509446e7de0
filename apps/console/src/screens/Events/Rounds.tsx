import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { EventResults, EventRound } from '@webpay/contract/console/event-calls';
import { useCall } from '../../api/queries.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { useOpen } from '../../router/use-open.ts';
import { Badges } from '../../ui/Badge/Badge.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { KeyValue } from '../../ui/KeyValue/KeyValue.tsx';
import { Money } from '../../ui/Money/Money.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import { stateOf } from './event-text.ts';
import { ResultsCsv } from './ResultsCsv.tsx';

/** The event's rounds, the newest first; each opens its results. */
export function Rounds({ file }: { readonly file: ConsoleResult<'event'> }) {
  const { id: open, set: setOpen } = useOpen();
  const columns: readonly Column<EventRound>[] = [
    {
      key: 'id',
      head: 'Round',
      card: 'top-start',
      cell: ({ id }) => (
        <Button
          look="quiet"
          size="small"
          aria-expanded={open === id}
          onClick={() => setOpen(open === id ? null : id)}
        >
          {id}
        </Button>
      ),
    },
    {
      key: 'state',
      head: 'State',
      card: 'top-end',
      cell: (round) => {
        const paused_at = round.id === file.id ? file.paused_at : null;
        return <Badges badges={[stateOf({ round, paused_at })]} />;
      },
    },
    {
      key: 'starts',
      head: 'Starts, UTC',
      card: 'mid-start',
      cardLabel: 'from',
      cell: ({ starts_at: at }) => <Time at={at} now={file.now} />,
    },
    {
      key: 'ends',
      head: 'Ends, UTC',
      card: 'mid-end',
      cardLabel: 'to',
      cell: ({ ends_at: at }) => <Time at={at} now={file.now} />,
    },
  ];
  return (
    <Card title="Rounds" note="results of each" isPadded={false}>
      <DataTable
        caption="Rounds"
        columns={columns}
        rows={file.rounds}
        rowKey={({ id }) => id}
        unfolded={({ id }) =>
          open === id ? <Results project={file.project.code} id={id} /> : null
        }
      />
    </Card>
  );
}

function Results({ project, id }: { readonly project: string; readonly id: string }) {
  const query = useCall('eventResults', { project, id });
  return (
    <Reading query={query} failed="The results could not be read." skeletonRows={3}>
      {(results) => (
        <div className="stack">
          <KeyValue facts={factsOf(results)} />
          <ResultsCsv input={{ project, id }} />
        </div>
      )}
    </Reading>
  );
}

const usd = (minor: number) => <Money sum={{ minor, currency: 'USD' }} />;
const many = (count: number): string => count.toLocaleString('en');

function factsOf({ players, tasks, sold, topped_up: toppedUp, until }: EventResults) {
  return [
    { label: 'Characters that took part', value: many(players) },
    ...tasks.map(({ task, players: who, times }) => ({
      label: TASKS[task] ?? task,
      value: `${many(times)} times by ${many(who)} characters`,
    })),
    ...(sold === null
      ? []
      : [
          { label: 'Sold in the event', value: many(sold.orders) },
          { label: 'Buyers of these', value: many(sold.players) },
          { label: 'Their worth, at prices in US dollars', value: usd(sold.usd_minor) },
        ]),
    { label: 'All paid orders of the project', value: many(toppedUp.orders) },
    { label: 'Worth of these', value: usd(toppedUp.usd_minor) },
    { label: 'Counted until, UTC', value: <Time at={until} /> },
  ];
}

const TASKS: Readonly<Record<string, string>> = {
  sign_in: 'Daily sign-in',
  spin: 'Spins of the wheel',
  top_up: 'Top-up of the day',
};
