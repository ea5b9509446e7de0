import { useState } from 'react';
import { call } from '../api/call.ts';
import { Button } from '../ui/Button/Button.tsx';
import { Note } from '../ui/Note/Note.tsx';
import { Gate } from './Gate.tsx';

/** A one-time link signs in by a press: programs that preview links do not use it up. */
export function SignInByLink({
  token,
  onSignedIn,
}: {
  readonly token: string;
  readonly onSignedIn: () => void;
}) {
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(
    token === '' ? 'The address has no token. Open the whole link again.' : null,
  );
  const signIn = async (): Promise<void> => {
    setIsBusy(true);
    setRefusal(null);
    try {
      await call('signInByLink', { token });
      onSignedIn();
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : 'The sign-in failed.');
      setIsBusy(false);
    }
  };
  return (
    <Gate title="One-time link" subtitle="The link works once.">
      {refusal !== null && (
        <Note tone="red" role="alert">
          {refusal}
        </Note>
      )}
      {token !== '' && (
        <Button look="primary" size="large" isBusy={isBusy} onClick={() => void signIn()}>
          {isBusy ? 'Signing in' : 'Sign in'}
        </Button>
      )}
      <p className="muted small">
        Such a session reads. Add a passkey in it, so that the next sign-in needs no link.
      </p>
      <a href="/sign-in">Sign in another way</a>
    </Gate>
  );
}
