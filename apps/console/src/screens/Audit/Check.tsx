import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { call } from '../../api/call.ts';
import { Note } from '../../ui/Note/Note.tsx';
import { clockText } from '../../ui/Time/time-text.ts';

type Result = ConsoleResult<'checkAudit'> & { readonly at: number };

export function useCheck(): UseMutationResult<Result, Error, void> {
  return useMutation({
    mutationFn: async () => ({ ...(await call('checkAudit', {})), at: Date.now() }),
  });
}

/** Result of a check of the chain. */
export function Check({ check }: { readonly check: ReturnType<typeof useCheck> }) {
  const { data, error } = check;
  if (error !== null) {
    return (
      <Note tone="red" role="alert">
        <strong className="strong">The chain could not be checked.</strong> {error.message}
      </Note>
    );
  }
  if (data === undefined) return null;
  if (data.broken !== null) {
    return (
      <Note tone="red" role="alert">
        <strong className="strong">
          The chain is broken at entry {data.broken.id.toLocaleString('en')}.
        </strong>{' '}
        {data.broken.why}
      </Note>
    );
  }
  return (
    <Note tone="green" role="status">
      <strong className="strong">
        The chain is whole: {data.entries.toLocaleString('en')}{' '}
        {data.entries === 1 ? 'entry' : 'entries'}, checked {clockText(data.at)} UTC.
      </strong>{' '}
      Each hash fits its entry and the one before. The last hash is{' '}
      <span className="mono">
        {data.head.slice(0, 8)}…{data.head.slice(-8)}
      </span>
      .
    </Note>
  );
}
