import { serverNow } from '../../../api/call.ts';
import { formatDuration } from '../../../i18n/format-duration.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { TextField } from '../../../ui/Field/TextField.tsx';
import { useLeftMs } from '../../../ui/Countdown/use-left.ts';
import { tidyCode } from './access-rules.ts';
import type { AccessForm } from './use-access-form.ts';

/** Code from the character's in-game mail, with the button that sends it. */
export function MailCode({ form }: { readonly form: AccessForm }) {
  const t = useText();
  const field = form.field('code');
  return (
    <div>
      <TextField
        {...field}
        label={t('access.code')}
        help={form.isMailed ? t('access.sent') : t('access.send_first')}
        onChange={(text) => field.onChange(tidyCode(text))}
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="done"
        placeholder={t('access.code_example')}
        numeric
        beside={<Send key={form.resendAtMs} form={form} />}
      />
      <p role="status" className="sr-only">
        {form.isMailed && t('access.sent')}
      </p>
    </div>
  );
}

function Send({ form }: { readonly form: AccessForm }) {
  const t = useText();
  const lang = useLang();
  const leftMs = useLeftMs(form.resendAtMs, serverNow);
  // Rounds up, so that the last second stays visible until it has passed.
  const left = formatDuration(Math.ceil(leftMs / 1_000) * 1_000, lang, 'narrow');
  return (
    <Button
      kind="ghost"
      size="small"
      busy={form.busy === 'mail'}
      busyLabel={t('access.sending')}
      blocked={leftMs > 0 ? t(form.isMailed ? 'access.sent' : 'error.10038') : undefined}
      onClick={form.mail}
    >
      {leftMs > 0
        ? t('access.again_in', { time: left })
        : t(form.isMailed ? 'access.send_again' : 'access.send')}
    </Button>
  );
}
