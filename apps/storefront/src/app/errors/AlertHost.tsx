import { useEffect, useState, useSyncExternalStore } from 'react';
import { toast } from '../../ui/Toaster/toast.ts';
import { closeAlert, currentAlert, onAlert } from './alert.ts';
import type { AlertPopup } from './AlertPopup.tsx';

/** Loads the alert dialog with the first alert; a toast shows the text where the chunk fails. */
export function AlertHost() {
  const text = useSyncExternalStore(onAlert, currentAlert, () => null);
  const [Loaded, setLoaded] = useState<typeof AlertPopup | null>(null);
  const isMissing = text !== null && Loaded === null;
  useEffect(() => {
    if (!isMissing) return;
    import('./AlertPopup.tsx').then(
      (script) => setLoaded(() => script.AlertPopup),
      () => {
        const pending = currentAlert();
        if (pending !== null) toast(pending);
        closeAlert();
      },
    );
  }, [isMissing]);
  return Loaded && <Loaded text={text} />;
}
