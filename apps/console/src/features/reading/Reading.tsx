import { IconLock, IconZoomExclamation } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallFailure } from '../../api/failure.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { Skeleton, useDelayed } from '../../ui/Skeleton/Skeleton.tsx';
import { clockText } from '../../ui/Time/time-text.ts';
import styles from './Reading.module.css';

const LONG_MS = 3000;

type Props<Data> = {
  readonly query: UseQueryResult<Data>;
  /** "The list could not be read." */
  readonly failed: string;
  /** Shown for an object that does not exist, or that the operator may not see. */
  readonly missing?: ReactNode;
  readonly skeletonRows?: number;
  readonly onStop?: () => void;
  readonly children: (data: Data) => ReactNode;
};

/** States of a read: loading, forbidden, missing, failed without data, failed above older data. */
export function Reading<Data>(props: Props<Data>) {
  const { query, failed, missing, children } = props;
  const { data, error } = query;
  const again = (): void => void query.refetch();
  if (error instanceof CallFailure && error.status === 403) {
    return (
      <EmptyState icon={<IconLock />} tone="violet" title="This page is for other roles">
        {error.message}
      </EmptyState>
    );
  }
  if (error instanceof CallFailure && error.status === 404) {
    return <>{missing ?? <Missing title={error.message} />}</>;
  }
  if (data === undefined) {
    if (error !== null) return <ErrorState title={failed} error={error} onAgain={again} />;
    return <Loading {...props} isStopped={query.fetchStatus === 'idle'} onAgain={again} />;
  }
  return (
    <>
      {error !== null && (
        <ErrorState title={failed} error={error} shownSince={query.dataUpdatedAt} onAgain={again} />
      )}
      <Aged data={data} readAt={query.dataUpdatedAt} />
      <div className={styles['content']} data-stale={query.isPlaceholderData || undefined}>
        {children(data)}
      </div>
    </>
  );
}

/** Rows of a replica say how old they may be; rows of the database itself say nothing. */
function Aged({ data, readAt }: { readonly data: unknown; readonly readAt: number }) {
  const isAged = typeof data === 'object' && data !== null && 'age_ms' in data;
  if (!isAged || typeof data.age_ms !== 'number') return null;
  return (
    <p className="muted small num">
      As of {Math.max(1, Math.ceil(data.age_ms / 1000))} s ago, read at {clockText(readAt)} UTC
    </p>
  );
}

/** An object that is not there. */
export function Missing({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <EmptyState icon={<IconZoomExclamation />} title={title} actions={actions}>
      {children}
    </EmptyState>
  );
}

function Loading({
  skeletonRows = 8,
  onStop,
  isStopped,
  onAgain,
}: {
  readonly skeletonRows?: number;
  readonly onStop?: () => void;
  readonly isStopped: boolean;
  readonly onAgain: () => void;
}) {
  const isLong = useDelayed(LONG_MS);
  if (isStopped) {
    return (
      <EmptyState
        icon={<IconZoomExclamation />}
        title="Stopped"
        actions={
          <Button size="small" onClick={onAgain}>
            Look again
          </Button>
        }
      />
    );
  }
  return (
    <div className={styles['loading']}>
      <Skeleton rows={skeletonRows} />
      <p className={styles['long']} data-shown={isLong || undefined}>
        {isLong && (
          <>
            Still looking.{' '}
            {onStop && (
              <Button look="quiet" size="small" onClick={onStop}>
                Stop
              </Button>
            )}
          </>
        )}
      </p>
    </div>
  );
}
