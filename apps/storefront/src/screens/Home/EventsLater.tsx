import { lazy, Suspense } from 'react';
import { usePage } from '../../api/page.tsx';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { EventsSkeleton } from './EventsSkeleton.tsx';
import styles from './Home.module.css';

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
