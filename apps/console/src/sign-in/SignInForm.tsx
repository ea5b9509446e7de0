import { IconBuilding, IconFingerprint } from '@tabler/icons-react';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { type FormEvent, useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { Button } from '../ui/Button/Button.tsx';
import { Field } from '../ui/Field/Field.tsx';
import { Note } from '../ui/Note/Note.tsx';
import { Skeleton } from '../ui/Skeleton/Skeleton.tsx';
import { hasPasskeys, signInByPasskey } from '../api/passkey.ts';
import styles from './SignInForm.module.css';

type Me = ConsoleResult<'me'>;

/**
 * Passkey, company account, or name, password and code. One answer for the last three, so that it tells nothing of accounts.
 * @param onCompany absent: the form opens over a page, which would be lost on the way to the provider
 */
export function SignInForm({
  name: knownName = '',
  onSignedIn,
  onCompany,
}: {
  readonly name?: string;
  readonly onSignedIn: (me: Me) => void;
  readonly onCompany?: () => Promise<void>;
}) {
  const [name, setName] = useState(knownName);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState<'passkey' | 'company' | 'password' | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const company = useCompanyLabel(onCompany !== undefined);

  const run = async (by: 'passkey' | 'password', signIn: () => Promise<Me>): Promise<void> => {
    setBusy(by);
    setRefusal(null);
    try {
      onSignedIn(await signIn());
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : 'The sign-in failed.');
      // A code counts once.
      if (by === 'password') setCode('');
    } finally {
      setBusy(null);
    }
  };
  const visit = async (leave: () => Promise<void>): Promise<void> => {
    setBusy('company');
    setRefusal(null);
    try {
      await leave();
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : 'The sign-in failed.');
      setBusy(null);
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy !== null) return;
    void run('password', () => call('signInByPassword', { name, password, code: code.trim() }));
  };
  if (company === undefined) return <Skeleton look="text" rows={6} />;
  return (
    <div className={styles['form']}>
      {refusal !== null && (
        <Note tone="red" role="alert">
          {refusal}
        </Note>
      )}
      {hasPasskeys() && (
        <Button
          look="primary"
          size="large"
          icon={<IconFingerprint aria-hidden />}
          isBusy={busy !== null}
          onClick={() => void run('passkey', signInByPasskey)}
        >
          Continue with a passkey
        </Button>
      )}
      {company !== null && onCompany !== undefined && (
        <Button
          size="large"
          icon={<IconBuilding aria-hidden />}
          isBusy={busy !== null}
          onClick={() => void visit(onCompany)}
        >
          {company}
        </Button>
      )}
      {(hasPasskeys() || company !== null) && (
        <p className={styles['or']}>or with password and code</p>
      )}
      <form className={styles['form']} onSubmit={onSubmit}>
        <Field
          label="Name"
          size="large"
          name="username"
          autoComplete="username"
          spellCheck={false}
          maxLength={64}
          required
          value={name}
          onValue={setName}
        />
        <Field
          label="Password"
          size="large"
          type="password"
          name="password"
          autoComplete="current-password"
          maxLength={200}
          required
          value={password}
          onValue={setPassword}
        />
        <Field
          label="Code from your app"
          help="Six digits, or a recovery code."
          size="large"
          name="code"
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={32}
          required
          value={code}
          onValue={setCode}
        />
        <Button type="submit" size="large" isBusy={busy !== null}>
          {busy === 'password' ? 'Signing in' : 'Sign in'}
        </Button>
      </form>
    </div>
  );
}

/** The words of the button; null: there is none. Undefined while they are asked for, so that no field moves afterwards. */
function useCompanyLabel(isAsked: boolean): string | null | undefined {
  const [label, setLabel] = useState<string | null | undefined>(isAsked ? undefined : null);
  useEffect(() => {
    if (!isAsked) return;
    call('signInWays', {}).then(
      (ways) => setLabel(ways.company_account),
      // The other ways to sign in are left.
      () => setLabel(null),
    );
  }, [isAsked]);
  return label;
}
