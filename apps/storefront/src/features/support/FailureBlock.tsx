import type { ReactNode } from 'react';
import { requestIdOf } from '../../api/failure.ts';
import { useConfigs } from '../../api/page.tsx';
import { useText } from '../../i18n/text.tsx';
import { ErrorBlock } from '../../ui/EmptyState/EmptyState.tsx';
import { againAfter, failureMessage } from './code-message.ts';

/** Replaces content whose call failed: the reason, and a retry where it can help. */
export function FailureBlock(props: {
  readonly title: string;
  readonly failure: unknown;
  readonly onRetry: () => void;
  readonly busy?: boolean;
  /** Shown where the failure has no message of its own. */
  readonly fallback?: string;
  /** A second paragraph. */
  readonly children?: string;
  readonly action?: ReactNode;
}) {
  const { title, failure, onRetry, fallback, children, ...rest } = props;
  const t = useText();
  const message = failureMessage(t, failure, useConfigs()) ?? fallback;
  return (
    <ErrorBlock
      title={title}
      onRetry={againAfter(failure, onRetry)}
      requestId={requestIdOf(failure)}
      {...rest}
    >
      {children === undefined ? (
        message
      ) : (
        <>
          <p>{message}</p>
          <p>{children}</p>
        </>
      )}
    </ErrorBlock>
  );
}
