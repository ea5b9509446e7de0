import { useRouteError } from 'react-router';
import { ErrorState } from '../ui/ErrorState/ErrorState.tsx';
import styles from './PageFailed.module.css';

/** A page that could not be loaded or rendered. A new release may have removed its files. */
export function PageFailed() {
  const error = useRouteError();
  return (
    <main className={styles['failed']} id="main">
      <ErrorState
        title="This page could not be shown."
        error={error instanceof Error ? error : new Error('The cause is not known.')}
        onAgain={() => window.location.reload()}
      />
    </main>
  );
}
