import type { ConsoleResult } from '@webpay/contract/console/calls';
import { useParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { StepRow } from '../../features/step/Steps.tsx';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { useProject } from '../../router/address.ts';
import { Note } from '../../ui/Note/Note.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { Balances } from './Balances.tsx';
import { dayInWords } from './day-text.ts';
import { DayCsv } from './DayCsv.tsx';
import { Differences } from './Differences.tsx';
import { GatewayCard } from './GatewayCard.tsx';
import { OwedMoney } from './OwedMoney.tsx';
import { Tiles } from './Tiles.tsx';
import styles from './Reconciliation.module.css';

type Days = ConsoleResult<'reconciliation'>;
type Day = ConsoleResult<'reconciliationDay'>;

/** The gateways' statements of a day against the ledger. */
export function Reconciliation() {
  const { day } = useParams();
  const days = useCall('reconciliation', {}, { everyMs: 60_000 });
  const shown = day ?? (days.data === undefined ? null : firstToSee(days.data));
  return (
    <Page
      title={shown === null ? 'Reconciliation' : dayInWords(shown)}
      tabTitle="Reconciliation"
      note="statements against our ledger, days of UTC"
    >
      <Reading query={days} failed="The days could not be read." skeletonRows={2}>
        {(data) => (
          <div className="stack">
            <Tiles days={data.days} shown={shown} />
            <Earlier earlier={data.earlier} />
          </div>
        )}
      </Reading>
      {shown !== null && <DayOf key={shown} day={shown} />}
      <OwedMoney />
      <Balances />
    </Page>
  );
}

/** The newest open day, else the newest that is compared. */
function firstToSee({ days }: Days): string | null {
  const open = days.findLast(({ state }) => state === 'open');
  const compared = days.findLast(({ state }) => state !== 'none');
  return (open ?? compared ?? days.at(-1))?.day ?? null;
}

function Earlier({ earlier: { open, day } }: { readonly earlier: Days['earlier'] }) {
  if (open === 0 || day === null) return null;
  return (
    <Note tone="red">
      {open} {open === 1 ? 'difference is' : 'differences are'} open on older days.{' '}
      <ConsoleLink to={`/reconciliation/${day}`}>See {dayInWords(day)}</ConsoleLink>
    </Note>
  );
}

function DayOf({ day }: { readonly day: string }) {
  const project = useProject();
  const input = { day, ...(project === null ? {} : { project }) };
  const query = useCall('reconciliationDay', input, { everyMs: 30_000 });
  return (
    <Reading query={query} failed="The day could not be read.">
      {(data) => (
        <div className="stack">
          <div className={styles['gateways']}>
            {data.gateways.map((each) => (
              <GatewayCard key={each.provider} gateway={each} now={data.now} />
            ))}
          </div>
          <div className="row">
            <Again data={data} />
            <DayCsv input={input} />
          </div>
          <Differences key={day} data={data} />
        </div>
      )}
    </Reading>
  );
}

function Again({ data: { day, has_ended: hasEnded, steps } }: { readonly data: Day }) {
  if (!hasEnded) {
    return <Note tone="grey">The day has not ended: it is compared on the next morning.</Note>;
  }
  return <StepRow steps={steps} about={{ about: dayInWords(day), currency: null }} />;
}
