import { kindsIn, PASSWORD_MAX, PASSWORD_MIN } from '@webpay/contract/password-rules';
import { useId } from 'react';
import { type MessageId, useText } from '../../../i18n/text.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import styles from './Access.module.css';
import { SecretField } from './SecretField.tsx';
import { type AccessForm, useSentence } from './use-access-form.ts';

/** New password with its rules (V01) and its repetition (V02). */
export function NewPassword({ form }: { readonly form: AccessForm }) {
  const t = useText();
  const sentence = useSentence();
  const rulesId = useId();
  return (
    <>
      <div>
        <SecretField
          ref={form.inputRef('pwd')}
          label={t('access.new')}
          value={form.values.pwd}
          onChange={(text) => form.type('pwd', text)}
          onBlur={() => form.leave('pwd')}
          error={sentence(form.problem('pwd'))}
          autoComplete="new-password"
          enterKeyHint="next"
          describedBy={rulesId}
        />
        <Rules id={rulesId} password={form.values.pwd} />
      </div>
      <SecretField
        ref={form.inputRef('repeat')}
        label={t('access.repeat')}
        value={form.values.repeat}
        onChange={(text) => form.type('repeat', text)}
        onBlur={() => form.leave('repeat')}
        error={sentence(form.problem('repeat'))}
        autoComplete="new-password"
        enterKeyHint="next"
      />
    </>
  );
}

type RuleState = 'open' | 'met' | 'broken';

/** Updates at every key; announced with the field only. */
function Rules({ id, password }: { readonly id: string; readonly password: string }) {
  const t = useText();
  const length = Array.from(password).length;
  const state = (isMet: boolean, isBroken: boolean): RuleState =>
    isBroken ? 'broken' : isMet ? 'met' : 'open';
  const hasSpace = /\s/u.test(password);
  const rules: readonly (readonly [MessageId, RuleState])[] = [
    ['access.rule_length', state(length >= PASSWORD_MIN, length > PASSWORD_MAX)],
    ['access.rule_space', state(length > 0, hasSpace)],
    ['access.rule_kinds', state(kindsIn(password) > 1, false)],
  ];
  return (
    <ul id={id} className={styles.rules}>
      {rules.map(([text, each]) => (
        <li key={text} data-rule={each}>
          {each === 'open' ? (
            <span className={styles.dot} aria-hidden="true" />
          ) : (
            <Icon name={each === 'met' ? 'check-circle' : 'warn'} />
          )}
          <span>
            {t(text, { min: PASSWORD_MIN, max: PASSWORD_MAX })}
            <span className={cx('sr-only')}>
              {each === 'met' ? ` ${t('access.rule_met')}` : ` ${t('access.rule_open')}`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
