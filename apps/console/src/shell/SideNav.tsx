import type { ConsoleResult } from '@webpay/contract/console/calls';
import { NavLink } from 'react-router';
import { useCall, useMe } from '../api/queries.ts';
import { useProject, useWithProject } from '../router/address.ts';
import { type NavigationEntry, navigationFor } from './navigation.ts';
import styles from './SideNav.module.css';

const EVERY_MS = 30_000;

/** Counts of what waits for an operator: the stream of changes tells them. Without it they are read every 30 s. */
export function useQueues() {
  const project = useProject();
  const { permissions } = useMe();
  const isEnabled = permissions.includes('order.read');
  return useCall('queues', project === null ? {} : { project }, { everyMs: EVERY_MS, isEnabled });
}

function Count({
  queue,
  counts,
}: {
  readonly queue: NonNullable<NavigationEntry['queue']>;
  readonly counts: ConsoleResult<'queues'>;
}) {
  const { approvals, [queue]: count } = counts;
  const all = queue === 'refunds' ? count + approvals : count;
  if (all === 0) return null;
  return (
    <span
      className={styles['count']}
      data-person={(queue === 'refunds' && approvals > 0) || undefined}
    >
      {all}
      <span className="sr-only"> waiting</span>
    </span>
  );
}

export function SideNav({ onChosen }: { readonly onChosen?: () => void }) {
  const { permissions } = useMe();
  const withProject = useWithProject();
  const counts = useQueues().data;
  return (
    <nav aria-label="Console" className={styles['nav']}>
      {navigationFor(permissions).map(({ title, entries }) => (
        <div key={title ?? ''}>
          {title !== null && <h2 className={styles['title']}>{title}</h2>}
          <ul className={styles['list']}>
            {entries.map(({ to, label, icon: Icon, queue }) => (
              <li key={to}>
                <NavLink
                  to={withProject(to)}
                  end={to === '/'}
                  className={styles['link'] ?? ''}
                  onClick={onChosen}
                >
                  <Icon aria-hidden />
                  <span className="grow">{label}</span>
                  {queue !== undefined && counts !== undefined && (
                    <Count queue={queue} counts={counts} />
                  )}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
