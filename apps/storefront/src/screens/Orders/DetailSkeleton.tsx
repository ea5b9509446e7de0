import { Skeleton, SkeletonGroup } from '../../ui/Skeleton/Skeleton.tsx';
import styles from './OrderDetail.module.css';

/** Head, four steps, number and facts at their final height. */
export function DetailSkeleton() {
  return (
    <SkeletonGroup className={styles.detail}>
      <Skeleton height="var(--thumb)" />
      <Skeleton height="calc(var(--u) * 5)" />
      <Skeleton height="calc(var(--u) * 1.1)" />
      <Skeleton height="calc(var(--u) * 1.8)" />
    </SkeletonGroup>
  );
}
