import { useEffect, useState } from 'react';
import { type MessageId, useText } from '../../i18n/text.tsx';
import { Notice } from '../../ui/Notice/Notice.tsx';

const NOTE_MS = 3000;
const RETRY_MS = 15_000;

/** Note after three seconds of waiting, with a retry button after fifteen (interface.md §1.5). */
export function SlowNote(props: { readonly text: MessageId; readonly onRetry: () => void }) {
  const t = useText();
  const [phase, setPhase] = useState<'quiet' | 'note' | 'retry'>('quiet');
  useEffect(() => {
    const timers = [
      setTimeout(() => setPhase('note'), NOTE_MS),
      setTimeout(() => setPhase('retry'), RETRY_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <div role="status">
      {phase !== 'quiet' && (
        <Notice icon="clock" onRetry={phase === 'retry' ? props.onRetry : undefined}>
          {t(props.text)}
        </Notice>
      )}
    </div>
  );
}
