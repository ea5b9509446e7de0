import { Note } from '../ui/Note/Note.tsx';
import { useQueues } from './SideNav.tsx';
import styles from './Shell.module.css';

/** Says on every page that no second person can confirm a step. */
export function NoSecondPerson() {
  const { data } = useQueues();
  if (data === undefined || data.has_second_person) return null;
  return (
    <div className={styles['notice']}>
      <Note tone="yellow">
        <strong className="strong">No second person can confirm steps.</strong> A step above the
        limits waits ten minutes, then the person who asked may confirm it. Invite another operator.
      </Note>
    </div>
  );
}
