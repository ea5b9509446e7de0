import { useId } from 'react';
import { serverNow } from '../../../api/call.ts';
import { useText } from '../../../i18n/text.tsx';
import { cx } from '../../../ui/cx.ts';
import { Button } from '../../../ui/Button/Button.tsx';
import { useOfflineReason } from '../../../browser/use-offline-reason.ts';
import { requestYear } from './request-rules.ts';
import styles from './Resolution.module.css';
import type { FilingFlow } from './use-filing.ts';

/** Bottom bar with the button that uses up this year's request. */
export function RequestBar(props: {
  readonly flow: FilingFlow;
  readonly onBack: () => void;
  readonly onSend: () => void;
}) {
  const { filing, check } = props.flow;
  const t = useText();
  const offline = useOfflineReason();
  const noteId = useId();
  const isSending = filing.kind === 'sending';
  const isLost = filing.kind === 'indeterminate';
  const blocked = isSending ? undefined : offline;
  // A check costs nothing.
  const cost = isLost
    ? null
    : t('request.uses_up', { year: String(requestYear(serverNow()).year) });
  const note = blocked ?? cost;
  return (
    // Announced when any of its buttons gets the focus.
    <div
      className={cx('stack-tight', styles.actions)}
      role="group"
      aria-labelledby={note === null ? undefined : noteId}
    >
      {note !== null && (
        <p id={noteId} className="muted">
          {note}
        </p>
      )}
      <div className={styles.buttons}>
        {!isSending && (
          <Button kind="ghost" onClick={props.onBack}>
            {t('ui.back')}
          </Button>
        )}
        <Button
          grow
          busy={isLost ? filing.isChecking : isSending}
          busyLabel={t(isLost ? 'ui.loading' : 'request.sending')}
          blocked={blocked}
          onClick={isLost ? () => void check() : props.onSend}
        >
          {t(isLost ? 'result.waiting_check' : 'request.send')}
        </Button>
      </div>
    </div>
  );
}
