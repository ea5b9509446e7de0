import { useEffect, useState } from 'react';
import { type MessageId, useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Notice } from '../../ui/Notice/Notice.tsx';

const SENTENCE_MS = 3000;
const WAY_OUT_MS = 15_000;

/** Waiting is told (interface.md §1.5): a sentence after three seconds, a way out after fifteen. */
export function SlowNote(props: { readonly text: MessageId; readonly onRetry: () => void }) {
  const t = useText();
  const [stage, setStage] = useState<'quiet' | 'sentence' | 'wayOut'>('quiet');
  useEffect(() => {
    const timers = [
      setTimeout(() => setStage('sentence'), SENTENCE_MS),
      setTimeout(() => setStage('wayOut'), WAY_OUT_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <div role="status">
      {stage !== 'quiet' && (
        <Notice
          icon="clock"
          end={
            stage === 'wayOut' && (
              <Button kind="ghost" size="small" onClick={props.onRetry}>
                {t('ui.try_again')}
              </Button>
            )
          }
        >
          {t(props.text)}
        </Notice>
      )}
    </div>
  );
}
