import { type FormEvent, useEffect, useRef } from 'react';
import { CallLost, CallRefused } from '../../../api/failure.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { Notice } from '../../../ui/Notice/Notice.tsx';
import { TextButton } from '../../../ui/TextButton/TextButton.tsx';
import { useConfigs } from '../../../api/page.tsx';
import { failureMessage } from '../../support/code-message.ts';
import styles from './Access.module.css';
import type { AccessKind } from './access-rules.ts';
import { MailCode } from './MailCode.tsx';
import { NewPassword } from './NewPassword.tsx';
import { PictureCode } from './PictureCode.tsx';
import { SecretField } from './SecretField.tsx';
import type { AccessForm } from './use-access-form.ts';
import { waitText } from './wait-text.ts';

/** Form of one password dialog, readable by password managers. */
export function AccessFields(props: {
  readonly kind: AccessKind;
  readonly form: AccessForm;
  readonly formId: string;
  readonly cid: string;
  readonly onForgot: () => void;
}) {
  const { kind, form } = props;
  const t = useText();
  const isProving = form.step === 'prove';
  const isReset = kind === 'reset';
  const code = <MailCode form={form} />;
  const keys = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const element = keys.current;
    element?.addEventListener('keydown', focusNextEmpty);
    return () => element?.removeEventListener('keydown', focusNextEmpty);
  }, []);
  return (
    <form
      id={props.formId}
      ref={keys}
      noValidate
      className="stack"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {/* Names the account for password managers. */}
      <input hidden readOnly autoComplete="username" value={props.cid} data-no-autofocus />
      {kind === 'change' && (
        <div>
          <SecretField
            {...form.field('current')}
            label={t('access.current')}
            autoComplete="current-password"
            enterKeyHint="next"
          />
          <div className={styles.way}>
            <TextButton onClick={props.onForgot}>{t('access.forgot')}</TextButton>
          </div>
        </div>
      )}
      {isReset && !isProving && code}
      {!isProving && kind !== 'remove' && kind !== 'device' && <NewPassword form={form} />}
      {form.picture && (
        <PictureCode
          picture={form.picture}
          {...form.field('picture')}
          enterKeyHint={isProving ? 'send' : isReset ? 'done' : 'next'}
        />
      )}
      {!isReset && code}
      {isProving && (
        <div className={styles.way}>
          <TextButton onClick={form.skipMail}>{t('access.have_code')}</TextButton>
        </div>
      )}
      <FormFailure failure={form.failure} isSent={!isProving && form.busy === null} />
    </form>
  );
}

/** Enter focuses the next empty field and submits only a complete form. */
function focusNextEmpty(event: KeyboardEvent): void {
  const { target } = event;
  if (event.key !== 'Enter' || event.isComposing || !(target instanceof HTMLInputElement)) return;
  const inputs = [...(target.form?.elements ?? [])].filter(
    (each) => each instanceof HTMLInputElement,
  );
  const next = inputs.slice(inputs.indexOf(target) + 1).find((each) => each.value === '');
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Shows a failure that belongs to no field; the typed values stay. */
function FormFailure(props: { readonly failure: unknown; readonly isSent: boolean }) {
  const { failure } = props;
  const t = useText();
  const lang = useLang();
  const configs = useConfigs();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure !== null) box.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  const message =
    failure === null ? null : (waitText(t, lang, failure) ?? failureMessage(t, failure, configs));
  if (message === null) return null;
  // The server may have handled a call whose answer got lost.
  const mayBeDone = props.isSent && failure instanceof CallLost && failure.kind !== 'offline';
  const requestId = failure instanceof CallRefused ? failure.requestId : null;
  return (
    <div ref={box}>
      <Notice role="alert" tone="err">
        {message} {mayBeDone && t('access.unsure')}
        {requestId !== null && <p className="cap num">{t('ui.request_id', { id: requestId })}</p>}
      </Notice>
    </div>
  );
}
