import { IconFingerprint } from '@tabler/icons-react';
import type { StepUp } from '@webpay/contract/console/plan';
import { useLayoutEffect, useRef, useState } from 'react';
import { useLostReason } from '../../api/connection.ts';
import { useCall } from '../../api/queries.ts';
import { confirmByPasskey, hasPasskeys } from '../../api/passkey.ts';
import { Button, type ButtonLook } from '../../ui/Button/Button.tsx';
import { Field } from '../../ui/Field/Field.tsx';
import { Key } from '../../ui/Keys/Keys.tsx';
import styles from './ConfirmBar.module.css';

type Props = {
  /** Verb and sum. */
  readonly label: string;
  readonly look: ButtonLook;
  readonly needsProof: boolean;
  /** Reason why the button is disabled; null when it is enabled. */
  readonly blocked: string | null;
  readonly isBusy: boolean;
  readonly onConfirm: (prove: (planHash: string) => Promise<StepUp>) => void;
  readonly children?: React.ReactNode;
};

/** The button of a step, with the proof that the person is there. Ctrl Enter presses it. */
export function ConfirmBar(props: Props) {
  const { label, look, needsProof, isBusy, onConfirm, children } = props;
  const bar = useRef<HTMLDivElement>(null);
  const [code, setCode] = useState('');
  const [wantsCode, setWantsCode] = useState(false);
  const security = useCall('mySecurity', {}, { isEnabled: needsProof });
  const hasPasskey = hasPasskeys() && (security.data?.passkeys.length ?? 0) > 0;
  const byCode = needsProof && security.data !== undefined && (wantsCode || !hasPasskey);
  const lost = useLostReason();
  const blocked = lost ?? props.blocked ?? blockedProof(byCode, code, needsProof && !security.data);
  const press = (): void => {
    if (blocked !== null || isBusy) return;
    // A code is valid once.
    setCode('');
    onConfirm((planHash) =>
      byCode ? Promise.resolve({ by: 'code', code: code.trim() }) : confirmByPasskey(planHash),
    );
  };
  useConfirmKey(bar, press);
  return (
    <div ref={bar} className={styles['bar']}>
      {byCode && (
        <div className={styles['code']}>
          <Field
            label="Code from your app"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            spellCheck={false}
            value={code}
            onValue={setCode}
          />
          {hasPasskey && (
            <Button look="quiet" size="small" onClick={() => setWantsCode(false)}>
              Use a passkey
            </Button>
          )}
        </div>
      )}
      {needsProof && !byCode && hasPasskey && (
        <p className={styles['proof']}>
          <IconFingerprint aria-hidden /> Your passkey confirms it.
          <Button look="quiet" size="small" onClick={() => setWantsCode(true)}>
            Use a code
          </Button>
        </p>
      )}
      <div className={styles['press']}>
        <p className={styles['blocked']} role="status">
          {isBusy ? 'Being done' : blocked}
        </p>
        {children}
        <Button
          look={blocked === null ? look : 'plain'}
          isBusy={isBusy || blocked !== null}
          onClick={press}
        >
          {label}
          <Key name="Mod+Enter" />
        </Button>
      </div>
    </div>
  );
}

function blockedProof(byCode: boolean, code: string, isUnknown: boolean): string | null {
  if (isUnknown) return 'Your passkeys are being read.';
  return byCode && !/^\d{6}$/.test(code.trim()) ? 'Type the six digits of your app.' : null;
}

/** Ctrl Enter, or Command Enter, in the topmost dialog, or on the page when none is open. */
function useConfirmKey(bar: React.RefObject<HTMLElement | null>, press: () => void): void {
  const latest = useRef(press);
  useLayoutEffect(() => {
    latest.current = press;
  });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? null;
      if (bar.current?.closest('dialog') !== top) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [bar]);
}
