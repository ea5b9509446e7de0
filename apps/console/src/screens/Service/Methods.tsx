import { IconCreditCardOff } from '@tabler/icons-react';
import { useMe } from '../../api/queries.ts';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import styles from './Service.module.css';
import { countryName, type ServedMethod, type ServiceFile, type Switch } from './service-file.ts';

type Props = { readonly file: ServiceFile; readonly onOpen: (open: Switch) => void };

/** Ways to pay by project: those that are off first, with the reason. */
export function Methods({ file, onOpen }: Props) {
  const maySwitch = useMe().permissions.includes('channel.switch');
  const rows = file.methods.toSorted((a, b) => b.stops.length - a.stops.length);
  if (rows.length === 0) {
    return (
      <Card title="Ways to pay">
        <EmptyState icon={<IconCreditCardOff />} title="The catalogue has no way to pay" />
      </Card>
    );
  }
  return (
    <section aria-labelledby="methods" className="stack">
      <h2 id="methods">Ways to pay</h2>
      <DataTable
        caption="Ways to pay"
        columns={columnsOf(file.now, maySwitch, onOpen)}
        rows={rows}
        rowKey={({ project, pay_id: payId }) => `${project.code}/${payId}`}
        isDense
      />
    </section>
  );
}

const placeOf = (country: string | null): string =>
  country === null ? 'everywhere' : `in ${countryName(country)}`;

const columnsOf = (
  now: number,
  maySwitch: boolean,
  onOpen: Props['onOpen'],
): readonly Column<ServedMethod>[] => [
  {
    key: 'method',
    head: 'Way to pay',
    card: 'top-start',
    cell: ({ name }) => <strong className="strong">{name}</strong>,
  },
  {
    key: 'project',
    head: 'Project',
    card: 'mid-start',
    cell: ({ project }) => project.name,
  },
  { key: 'gateway', head: 'Gateway', isWideOnly: true, cell: ({ gateway }) => gateway },
  {
    key: 'state',
    head: 'State',
    card: 'low-start',
    isWrapped: true,
    cell: (method) =>
      method.stops.length === 0 ? (
        <Badge tone="green">On</Badge>
      ) : (
        <ul className={styles['stops']}>
          {method.stops.map((stop) => (
            <li key={stop.country ?? ''}>
              <Badge tone={stop.switched_by === 'operator' ? 'violet' : 'red'}>
                Off {placeOf(stop.country)}
              </Badge>
              <p className="small">
                <Why stop={stop} gateway={method.gateway} now={now} />
              </p>
              {maySwitch && (
                <Button
                  size="small"
                  aria-label={`Switch on ${method.name} of ${method.project.name} ${placeOf(stop.country)}`}
                  onClick={() =>
                    onOpen({ of: 'method', method, state: 'on', country: stop.country })
                  }
                >
                  Switch on…
                </Button>
              )}
            </li>
          ))}
        </ul>
      ),
  },
  {
    key: 'steps',
    head: <span className="sr-only">Steps</span>,
    card: 'top-end',
    align: 'end',
    cell: (method) =>
      maySwitch && (
        <Button
          size="small"
          aria-label={`Switch off ${method.name} of ${method.project.name}`}
          onClick={() => onOpen({ of: 'method', method, state: 'off', country: null })}
        >
          Switch off…
        </Button>
      ),
  },
];

type Stop = ServedMethod['stops'][number];

function Why({
  stop,
  gateway,
  now,
}: {
  readonly stop: Stop;
  readonly gateway: string;
  readonly now: number;
}) {
  const who = stop.switched_by === 'gateway' ? gateway : (stop.by ?? 'an operator');
  return (
    <>
      since <Time at={stop.since} now={now} />, {who}: <span dir="auto">“{stop.why}”</span>.{' '}
      {stop.next_try === null ? (
        'Until an operator switches it on.'
      ) : (
        <>
          One order tries it from <Time at={stop.next_try} now={now} /> on.
        </>
      )}
    </>
  );
}
