import { useParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Badges } from '../../ui/Badge/Badge.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { stateOf } from './event-text.ts';
import { PauseButton } from './PauseButton.tsx';
import { Rounds } from './Rounds.tsx';
import { TryOut } from './TryOut.tsx';
import { WindowEditor } from './WindowEditor.tsx';

/** Rules of an event, what other rules would do, its windows, and results of its rounds. */
export function Event() {
  const { project = '', id = '' } = useParams();
  const query = useCall('event', { project, id });
  const { data } = query;
  return (
    <Page
      title={data?.title ?? 'Event'}
      crumbs={<ConsoleLink to="/events">Events</ConsoleLink>}
      badges={data !== undefined && <Badges badges={[stateOf(data)]} />}
      actions={data !== undefined && <PauseButton file={data} />}
      note={data?.project.name}
    >
      <Reading query={query} failed="The event could not be read.">
        {(file) => (
          <div className="stack">
            <TryOut key={`${project} ${id}`} file={file} />
            <WindowEditor key={`window ${project} ${id}`} file={file} />
            <Rounds file={file} />
          </div>
        )}
      </Reading>
    </Page>
  );
}
