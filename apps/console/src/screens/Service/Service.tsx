import { IconPlayerPause } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall, useMe } from '../../api/queries.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { useProject } from '../../router/address.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { Methods } from './Methods.tsx';
import { ProjectTable } from './ProjectTable.tsx';
import { type ServiceFile, type Switch, seenOf, underWayText } from './service-file.ts';
import { Stopped } from './Stopped.tsx';
import { SwitchDialog } from './SwitchDialog.tsx';
import { TestCalls } from './TestCalls.tsx';
import { UndoBar } from './UndoBar.tsx';
import { useSwitches } from './use-switches.ts';

/** State of projects, disabled payment methods, and the parts that the shop stopped automatically. */
export function Service() {
  const project = useProject();
  const { permissions } = useMe();
  const query = useCall('service', project === null ? {} : { project }, { everyMs: 5_000 });
  const [open, setOpen] = useState<Switch | null>(null);
  const switches = useSwitches();
  const maySwitch = permissions.includes('service.switch');
  const { data } = query;
  return (
    <Page
      title="Service"
      note="the shop follows within half a second"
      actions={
        maySwitch &&
        data?.may_all === true &&
        project === null && (
          <Button icon={<IconPlayerPause aria-hidden />} onClick={() => setOpen(forAll(data))}>
            Change all projects…
          </Button>
        )
      }
    >
      {!maySwitch && <Note tone="grey">You can look. Live-ops and admins switch.</Note>}
      <Reading query={query} failed="The service could not be read.">
        {(file) => (
          <div className="stack">
            <ProjectTable file={file} switches={switches} onOpen={setOpen} />
            <Stopped file={file} />
            <Methods file={file} onOpen={setOpen} />
            {maySwitch && <TestCalls file={file} />}
          </div>
        )}
      </Reading>
      <UndoBar switches={switches} />
      {open !== null && data !== undefined && (
        <SwitchDialog
          open={open}
          now={data.now}
          onClose={() => setOpen(null)}
          onDone={(sentence, undo) => {
            setOpen(null);
            switches.told(sentence, undo);
          }}
        />
      )}
    </Page>
  );
}

const forAll = (file: ServiceFile): Switch => ({
  of: 'service',
  project: 'all',
  name: 'all projects',
  seen: seenOf(file),
  choice: 'maintenance',
  countries: null,
  networks: null,
  goesOn: underWayText(file.projects),
});
