import { useSearchParams } from 'react-router';
import { useMe } from '../api/queries.ts';
import styles from './ProjectSwitch.module.css';

/** Narrows every screen to one project. Other filters stay; a page of a list does not. */
export function ProjectSwitch() {
  const { projects } = useMe();
  const [params, setParams] = useSearchParams();
  const [only, ...others] = projects;
  if (only === undefined) return null;
  if (others.length === 0) return <span className={styles['only']}>{only.name}</span>;
  return (
    <select
      className={styles['switch']}
      aria-label="Project"
      value={params.get('project') ?? ''}
      onChange={(event) => {
        const next = new URLSearchParams(params);
        next.delete('after');
        if (event.currentTarget.value === '') next.delete('project');
        else next.set('project', event.currentTarget.value);
        setParams(next);
      }}
    >
      <option value="">All projects</option>
      {projects.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
}
