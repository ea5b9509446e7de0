import { useCall } from '../../api/queries.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { useProject } from '../../router/address.ts';
import { Page } from '../../ui/Page/Page.tsx';
import { clockText } from '../../ui/Time/time-text.ts';
import { Alerts } from './Alerts.tsx';
import { CauseLine } from './CauseLine.tsx';
import { Figures } from './Figures.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import styles from './Overview.module.css';
import type { OverviewFile } from './overview-file.ts';
import { SalesChart } from './SalesChart.tsx';
import { Success } from './Success.tsx';
import { Waiting } from './Waiting.tsx';

const EVERY_MS = 15_000;

/** Whether anything is wrong now, the figures of a day, and what waits for an operator. */
export function Overview() {
  const project = useProject();
  const input = project === null ? {} : { project };
  const query = useCall('overview', input, { everyMs: EVERY_MS, isTimed: true });
  const { data } = query;
  return (
    <Page title="Overview" note={data && `${dayOf(data.now)}, ${clockText(data.now)} UTC`}>
      <Reading query={query} failed="The overview could not be read." skeletonRows={12}>
        {(file) => <Content file={file} />}
      </Reading>
    </Page>
  );
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});
const dayOf = (at: number): string => DAY.format(at);

function Content({ file }: { readonly file: OverviewFile }) {
  return (
    <div className="stack">
      <CauseLine causes={file.causes} now={file.now} />
      {file.first_steps !== null && <FirstSteps steps={file.first_steps} />}
      <Figures figures={file.figures} now={file.now} />
      <div className={styles['columns']}>
        <SalesChart sales={file.sales} />
        <Waiting queues={file.queues} now={file.now} />
        <Success rows={file.success} reasons={file.reasons} />
        <Alerts causes={file.causes} now={file.now} />
      </div>
    </div>
  );
}
