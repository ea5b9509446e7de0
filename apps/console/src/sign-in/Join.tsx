import type { ConsoleResult } from '@webpay/contract/console/calls';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { CallFailure } from '../api/failure.ts';
import { Button } from '../ui/Button/Button.tsx';
import { CopyButton } from '../ui/CopyButton/CopyButton.tsx';
import { ErrorState } from '../ui/ErrorState/ErrorState.tsx';
import { Field } from '../ui/Field/Field.tsx';
import { Note } from '../ui/Note/Note.tsx';
import { Skeleton } from '../ui/Skeleton/Skeleton.tsx';
import { Gate } from './Gate.tsx';
import styles from './Join.module.css';
import { RecoveryCodes } from './RecoveryCodes.tsx';

const SHORTEST = 12;

type Invitation = ConsoleResult<'readInvitation'>;

/** Accepts an invitation: password, one-time codes, recovery codes. */
export function Join({ token }: { readonly token: string }) {
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [failure, setFailure] = useState<Error | null>(
    token === '' ? new Error('The address has no token. Open the whole link again.') : null,
  );
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const read = useCallback(() => {
    if (token === '') return;
    setFailure(null);
    call('readInvitation', { token }).then(setInvitation, (error: unknown) =>
      setFailure(error instanceof Error ? error : new Error('The cause is not known.')),
    );
  }, [token]);
  useEffect(read, [read]);

  if (codes !== null) return <RecoveryCodes codes={codes} />;
  if (failure !== null) {
    return (
      <Gate title="Invitation" subtitle={window.location.host}>
        <ErrorState title="The invitation could not be read." error={failure} onAgain={read} />
      </Gate>
    );
  }
  if (invitation === null) {
    return (
      <Gate title="Invitation" subtitle={window.location.host}>
        <Skeleton look="text" rows={6} />
      </Gate>
    );
  }
  return <JoinForm token={token} invitation={invitation} onJoined={setCodes} />;
}

function JoinForm({
  token,
  invitation: { name, roles, secret, qr_svg },
  onJoined,
}: {
  readonly token: string;
  readonly invitation: Invitation;
  readonly onJoined: (codes: readonly string[]) => void;
}) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ code: string; text: string } | null>(null);
  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setRefusal(null);
    try {
      onJoined((await call('join', { token, password, code: code.trim() })).recovery_codes);
    } catch (error) {
      const text = error instanceof Error ? error.message : 'The invitation was not accepted.';
      setRefusal({ code: error instanceof CallFailure ? error.code : '', text });
      setIsBusy(false);
    }
  };
  return (
    <Gate
      title={`Join as ${name}`}
      subtitle={`${roles.join(', ')} at ${window.location.host}`}
      isWide
    >
      {refusal !== null && (
        <Note tone="red" role="alert">
          {refusal.text}
        </Note>
      )}
      <form className="stack" onSubmit={(event) => void onSubmit(event)}>
        <input type="hidden" name="username" autoComplete="username" value={name} readOnly />
        <Field
          label="Choose a password"
          help={`At least ${SHORTEST} characters. A sentence is good.`}
          size="large"
          type="password"
          autoComplete="new-password"
          minLength={SHORTEST}
          maxLength={200}
          required
          value={password}
          onValue={setPassword}
        />
        <div className={styles['codes']}>
          <img
            className={styles['qr']}
            src={`data:image/svg+xml,${encodeURIComponent(qr_svg)}`}
            alt="QR code of the secret beside it"
          />
          <div className="stack-tight">
            <p className="strong">One-time codes</p>
            <p className="muted small">
              Scan it with an authenticator app, or type the secret there.
            </p>
            <p className={styles['secret']}>
              <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
              <CopyButton text={secret} what="secret" />
            </p>
          </div>
        </div>
        <Field
          label="First code of the app"
          size="large"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]{6}"
          maxLength={6}
          required
          value={code}
          onValue={setCode}
        />
        <Button type="submit" look="primary" size="large" isBusy={isBusy}>
          {isBusy ? 'Joining' : 'Join'}
        </Button>
      </form>
    </Gate>
  );
}
