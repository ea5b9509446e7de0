import { NavLink } from 'react-router';
import { useMe } from '../api/queries.ts';
import { useWithProject } from '../router/address.ts';
import { navigationFor } from './navigation.ts';
import styles from './SideNav.module.css';

export function SideNav({ onChosen }: { readonly onChosen?: () => void }) {
  const { permissions } = useMe();
  const withProject = useWithProject();
  return (
    <nav aria-label="Console" className={styles['nav']}>
      {navigationFor(permissions).map(({ title, entries }) => (
        <div key={title ?? ''}>
          {title !== null && <h2 className={styles['title']}>{title}</h2>}
          <ul className={styles['list']}>
            {entries.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <NavLink to={withProject(to)} className={styles['link'] ?? ''} onClick={onChosen}>
                  <Icon aria-hidden />
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
