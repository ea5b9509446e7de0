import { type MessageId, useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { useOnline } from '../../../browser/use-online.ts';
import type { AccessKind } from './access-rules.ts';
import type { AccessForm } from './use-access-form.ts';

const LABELS: Readonly<Record<AccessKind, MessageId>> = {
  set: 'access.set',
  change: 'access.change',
  remove: 'access.remove',
  reset: 'access.set',
};

export function AccessBar(props: {
  readonly kind: AccessKind;
  readonly form: AccessForm;
  readonly formId: string;
  readonly onCancel: () => void;
}) {
  const { kind, form } = props;
  const t = useText();
  const isOnline = useOnline();
  const isProving = form.step === 'prove';
  const isBusy = isProving ? form.busy !== null : form.busy === 'form';
  return (
    <>
      {form.busy === null && (
        <Button kind="ghost" onClick={props.onCancel}>
          {t('ui.cancel')}
        </Button>
      )}
      <Button
        grow
        type="submit"
        form={props.formId}
        busy={isBusy}
        busyLabel={t(isProving ? 'access.sending' : 'cart.saving')}
        blocked={isOnline || isBusy ? undefined : t('app.offline_reason')}
      >
        {t(isProving ? 'access.send' : LABELS[kind])}
      </Button>
    </>
  );
}
