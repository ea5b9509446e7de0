import { IconServerOff } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useMe } from '../../api/queries.ts';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import { momentText } from '../../ui/Time/time-text.ts';
import styles from './Service.module.css';
import {
  type ServedProject,
  type ServiceFile,
  type Switch,
  switchOfProject,
} from './service-file.ts';
import type { Switches } from './use-switches.ts';

type Props = {
  readonly file: ServiceFile;
  readonly switches: Switches;
  readonly onOpen: (open: Switch) => void;
};

/** Every project of the operator with its switch. */
export function ProjectTable(props: Props) {
  const { projects } = props.file;
  const maySwitch = useMe().permissions.includes('service.switch');
  if (projects.length === 0) {
    return (
      <Card title="Projects">
        <EmptyState icon={<IconServerOff />} title="There is no such project">
          Choose another project above.
        </EmptyState>
      </Card>
    );
  }
  return (
    <DataTable
      caption="Projects"
      columns={columnsOf(props, maySwitch)}
      rows={projects}
      rowKey={({ code }) => code}
      hasRowKeys
    />
  );
}

const columnsOf = (
  { file: { now }, switches, onOpen }: Props,
  maySwitch: boolean,
): readonly Column<ServedProject>[] => [
  {
    key: 'project',
    head: 'Project',
    card: 'top-start',
    cell: ({ name }) => <strong className="strong">{name}</strong>,
  },
  {
    key: 'served',
    head: 'Served',
    card: 'top-end',
    cell: (project) => (
      <Served project={project} maySwitch={maySwitch} switches={switches} onOpen={onOpen} />
    ),
  },
  {
    key: 'state',
    head: 'State',
    card: 'mid-start',
    isWrapped: true,
    cell: (project) => <State project={project} now={now} />,
  },
  {
    key: 'countries',
    head: 'Countries refused',
    card: 'low-start',
    cardLabel: 'refuses',
    isWrapped: true,
    cell: ({ countries }) => <Entries entries={countries} />,
  },
  {
    key: 'networks',
    head: 'Networks refused',
    isWideOnly: true,
    isWrapped: true,
    cell: ({ networks }) => <Entries entries={networks} />,
  },
  {
    key: 'change',
    head: 'Last change, UTC',
    card: 'low-end',
    isWrapped: true,
    cell: (project) => <LastChange project={project} now={now} />,
  },
  {
    key: 'steps',
    head: <span className="sr-only">Steps</span>,
    card: 'mid-end',
    align: 'end',
    cell: (project) =>
      maySwitch && (
        <Button
          size="small"
          aria-label={`Change ${project.name}`}
          onClick={() => onOpen(switchOfProject(project, 'refused'))}
        >
          Change…
        </Button>
      ),
  },
];

/** On to off asks for a reason; off to on harms nobody, is one press, and can be undone. */
function Served({
  project,
  maySwitch,
  switches,
  onOpen,
}: {
  readonly project: ServedProject;
  readonly maySwitch: boolean;
} & Pick<Props, 'switches' | 'onOpen'>) {
  const { code, name, state, seen } = project;
  const isOn = state === 'open';
  const press = (): void => {
    if (isOn) {
      onOpen(switchOfProject(project, 'maintenance'));
      return;
    }
    const action = { kind: 'set_service', project: code, state: 'open', opens_at: null } as const;
    const undo = { kind: 'undo_service', project: code, seen } as const;
    void switches.press({ ...action, seen, because: 'Opened again.' }, undo);
  };
  return (
    <button
      type="button"
      role="switch"
      className={styles['switch']}
      aria-checked={isOn}
      aria-label={`${name} is served`}
      aria-disabled={!maySwitch || switches.isBusy || undefined}
      data-row-link={code}
      onClick={() => {
        if (maySwitch) press();
      }}
    >
      <span aria-hidden />
    </button>
  );
}

function State({
  project: { state, opens_at: opensAt, is_in_catalogue: isInCatalogue },
  now,
}: {
  readonly project: ServedProject;
  readonly now: number;
}) {
  if (!isInCatalogue) return <Badge tone="grey">Closed by the catalogue</Badge>;
  switch (state) {
    case 'open':
      return <Badge tone="green">Open</Badge>;
    case 'maintenance':
      return (
        <Badge tone="orange">
          {opensAt === null ? 'Maintenance' : `Maintenance, opens ${momentText(opensAt, now)} UTC`}
        </Badge>
      );
    case 'closed':
      return <Badge tone="red">Closed</Badge>;
  }
}

function Entries({ entries }: { readonly entries: readonly string[] }) {
  if (entries.length === 0) return <span className="muted">none</span>;
  const shown = entries.slice(0, 8);
  return (
    <span title={entries.join(', ')}>
      {shown.map((entry, index) => (
        <Fragment key={entry}>
          {index > 0 && ', '}
          <span className="num nowrap">{entry}</span>
        </Fragment>
      ))}
      {entries.length > shown.length && ` and ${entries.length - shown.length} more`}
    </span>
  );
}

function LastChange({
  project: { since, by, because },
  now,
}: {
  readonly project: ServedProject;
  readonly now: number;
}) {
  if (since === null) return <span className="muted">never</span>;
  return (
    <>
      <Time at={since} now={now} />
      {by !== null && `, ${by}`}
      {because !== null && <span dir="auto">: “{because}”</span>}
    </>
  );
}
