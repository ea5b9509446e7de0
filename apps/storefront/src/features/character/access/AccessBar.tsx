import { useText } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/Button/Button.tsx';
import { useOfflineReason } from '../../../browser/use-offline-reason.ts';
import type { AccessForm } from './use-access-form.ts';

export function AccessBar(props: {
  readonly label: string;
  readonly form: AccessForm;
  readonly formId: string;
  readonly onCancel: () => void;
}) {
  const { form } = props;
  const t = useText();
  const offline = useOfflineReason();
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
        blocked={isBusy ? undefined : offline}
      >
        {isProving ? t('access.send') : props.label}
      </Button>
    </>
  );
}
