import { lazy, Suspense } from 'react';
import { usePage } from '../../api/page.tsx';
import { useHydrated } from '../../browser/use-hydrated.ts';
import styles from './Home.module.css';
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton/Skeleton.tsx';
import skeleton from './EventsSkeleton.module.css';

const Activities = lazy(() => import('../../features/goods-list/Activities.tsx'));

/** Events of a visitor's home; their script loads after the page's own. */
export function EventsLater(props: { readonly onPress: () => void }) {
  const { activities } = usePage();
  const isHydrated = useHydrated();
  if (activities.length === 0) return null;
  return (
    <div className={styles.events}>
      {isHydrated ? (
        <Suspense fallback={<EventsSkeleton />}>
          <Activities events={activities} onPress={props.onPress} />
        </Suspense>
      ) : (
        <EventsSkeleton />
      )}
    </div>
  );
}

/** Title and three event cards at their final height. */
function EventsSkeleton() {
  return (
    <SkeletonGroup className={skeleton.events}>
      <Skeleton width="40%" height="calc(var(--u) * 0.6)" />
      <div className={skeleton.row}>
        {[0, 1, 2].map((index) => (
          <Skeleton key={index} height="calc(var(--u) * 2.9)" />
        ))}
      </div>
    </SkeletonGroup>
  );
}
