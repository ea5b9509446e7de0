import { Skeleton, SkeletonGroup } from '../../ui/Skeleton/Skeleton.tsx';
import styles from './EventsSkeleton.module.css';

/** Title and three event cards at their final height. */
export function EventsSkeleton() {
  return (
    <SkeletonGroup className={styles.events}>
      <Skeleton width="40%" height="calc(var(--u) * 0.6)" />
      <div className={styles.row}>
        {[0, 1, 2].map((index) => (
          <Skeleton key={index} height="calc(var(--u) * 2.9)" />
        ))}
      </div>
    </SkeletonGroup>
  );
}
