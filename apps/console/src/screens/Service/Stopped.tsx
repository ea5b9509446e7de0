import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import styles from './Service.module.css';
import type { ServiceFile } from './service-file.ts';

const CIRCUITS = {
  gateway: 'does not answer',
  game: 'does not answer',
  maintenance: 'answers that it is in maintenance',
} as const;
const WINDOWS = { minute: 'this minute', hour: 'this hour', day: 'this day' } as const;

/** Shows the parts that the shop stopped automatically and will start again automatically. */
export function Stopped({ file }: { readonly file: ServiceFile }) {
  const { circuits, guarded, now } = file;
  const servers = file.servers.filter(
    ({ mails, in_catalogue: isListed }) => mails > 0 || !isListed,
  );
  const listed = file.servers.filter(({ in_catalogue: isListed }) => isListed);
  const isNothing = circuits.length + servers.length + guarded.length === 0;
  return (
    <Card
      title="What the shop did by itself"
      footer={
        listed.length > 0 && (
          <p className="muted small">
            In maintenance by the catalogue:{' '}
            {listed.map(({ name, project }) => `${name} (${project.name})`).join(', ')}.
          </p>
        )
      }
    >
      {isNothing ? (
        <EmptyState icon={<IconCircleCheck />} tone="green" title="Nothing is stopped">
          Calls that get no answer, servers in maintenance and forced image codes stand here.
        </EmptyState>
      ) : (
        <ul className={styles['stopped']}>
          {circuits.map(({ what, place, since, processes }) => (
            <Line
              key={`${what} ${place}`}
              badge="Circuit open"
              title={`${place} ${CIRCUITS[what]}`}
            >
              since <Time at={since} now={now} />, held back in {processes.join(', ')}. Tried again
              at least once a minute; it closes by itself.
            </Line>
          ))}
          {servers.map(({ project, server_id: id, name, in_catalogue: isListed, mails, until }) => (
            <Line
              key={`${project.code} ${id}`}
              badge="Maintenance"
              title={`${name} of ${project.name}`}
            >
              {isListed ? 'in maintenance by the catalogue' : 'the game refuses mails'}
              {mails > 0 && `; ${mails} ${mails === 1 ? 'mail waits' : 'mails wait'}`}
              {until !== null && (
                <>
                  , the first until <Time at={until} now={now} />
                </>
              )}
            </Line>
          ))}
          {guarded.map(({ project, window }) => (
            <Line
              key={`${project.code} ${window}`}
              badge="Image codes"
              title={`${project.name} asks for an image code at each look-up`}
            >
              too many unknown characters were looked up {WINDOWS[window]}
            </Line>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Line({
  badge,
  title,
  children,
}: {
  readonly badge: string;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <Badge tone="orange">{badge}</Badge>
      <div className="grow">
        <strong className="strong">{title}</strong>
        <p className="muted small">{children}</p>
      </div>
    </li>
  );
}
