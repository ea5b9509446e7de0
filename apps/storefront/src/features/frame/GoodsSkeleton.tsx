import { cx } from '../../ui/cx.ts';
import { Skeleton, SkeletonCard, SkeletonGroup } from '../../ui/Skeleton/Skeleton.tsx';
import styles from './GoodsSkeleton.module.css';

/** Skeleton of the goods list with the grid and heights of the real one. */
export function GoodsSkeleton(props: {
  /** Adds the character strip over the hero's edge. */
  readonly withStrip?: boolean;
}) {
  return (
    <SkeletonGroup className={cx('stack', styles.group)}>
      {props.withStrip && (
        <div className={styles.strip}>
          <Skeleton height="calc(var(--u) * 1.6)" />
        </div>
      )}
      <div className={styles.chips}>
        {['1.4', '2.1', '2', '2.6'].map((width) => (
          <Skeleton
            key={width}
            width={`calc(var(--u) * ${width})`}
            height="calc(var(--u) * 1.22)"
          />
        ))}
      </div>
      <div className={styles.grid} data-goods-grid>
        {Array.from({ length: 6 }, (_, index) => (
          <SkeletonCard key={index} />
        ))}
      </div>
    </SkeletonGroup>
  );
}
