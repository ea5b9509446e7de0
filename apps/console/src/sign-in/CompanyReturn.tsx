import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { takeVisitTarget } from '../api/company-account.ts';
import { Note } from '../ui/Note/Note.tsx';
import { Skeleton } from '../ui/Skeleton/Skeleton.tsx';
import { Gate } from './Gate.tsx';

let ended: Promise<unknown> | null = null;

/** An answer counts once, and React runs an effect twice in development. */
function endVisit(answer: string): Promise<unknown> {
  ended ??= call('companyReturn', { answer });
  return ended;
}

/** The way back from the provider. */
export function CompanyReturn({
  answer,
  onDone,
}: {
  readonly answer: string;
  readonly onDone: (to: string) => void;
}) {
  const [refusal, setRefusal] = useState<string | null>(
    answer === '' ? 'The address has no answer. Start again.' : null,
  );
  useEffect(() => {
    if (answer === '') return;
    endVisit(answer).then(
      () => onDone(takeVisitTarget()),
      (error: unknown) =>
        setRefusal(error instanceof Error ? error.message : 'The sign-in failed.'),
    );
  }, [answer, onDone]);
  return (
    <Gate title="Sign in" subtitle={window.location.host}>
      {refusal === null ? (
        <Skeleton look="text" rows={3} />
      ) : (
        <>
          <Note tone="red" role="alert">
            {refusal}
          </Note>
          <a href="/sign-in">Sign in</a>
        </>
      )}
    </Gate>
  );
}
