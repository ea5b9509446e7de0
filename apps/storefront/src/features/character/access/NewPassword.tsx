import { kindsIn, PASSWORD_MAX, PASSWORD_MIN } from '@webpay/contract/password-rules';
import { useId } from 'react';
import { useText } from '../../../i18n/text.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import styles from './Access.module.css';
import { SecretField } from './SecretField.tsx';
import type { AccessForm } from './use-access-form.ts';

/** New password with its rules (V01) and its repetition (V02). */
export function NewPassword({ form }: { readonly form: AccessForm }) {
  const t = useText();
  const rulesId = useId();
  return (
    <>
      <div>
        <SecretField
          {...form.field('pwd')}
          label={t('access.new')}
          autoComplete="new-password"
          enterKeyHint="next"
          describedBy={rulesId}
        />
        <Rules id={rulesId} password={form.values.pwd} />
      </div>
      <SecretField
        {...form.field('repeat')}
        label={t('access.repeat')}
        autoComplete="new-password"
        enterKeyHint="next"
      />
    </>
  );
}

/** Updates at every key; announced with the field only. */
function Rules({ id, password }: { readonly id: string; readonly password: string }) {
  const t = useText();
  const length = Array.from(password).length;
  const state = (isMet: boolean, isBroken: boolean) =>
    isBroken ? 'broken' : isMet ? 'met' : 'open';
  const rules = [
    ['access.rule_length', state(length >= PASSWORD_MIN, length > PASSWORD_MAX)],
    ['access.rule_space', state(length > 0, /\s/u.test(password))],
    ['access.rule_kinds', state(kindsIn(password) > 1, false)],
  ] as const;
  return (
    <ul id={id} className={cx('muted', styles.rules)}>
      {rules.map(([text, each]) => (
        <li key={text} data-rule={each}>
          {each === 'open' ? (
            <span className={styles.dot} aria-hidden="true" />
          ) : (
            <Icon name={each === 'met' ? 'check-circle' : 'warn'} />
          )}
          <span>
            {t(text, { min: PASSWORD_MIN, max: PASSWORD_MAX })}
            <span className="sr-only">
              {` ${t(each === 'met' ? 'access.rule_met' : 'access.rule_open')}`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
