import { useEffect, useState, useSyncExternalStore } from 'react';
import { toast } from '../../ui/Toaster/toast.ts';
import { closeAlert, currentAlert, onAlert } from './alert.ts';
import type { AlertPopup } from './AlertPopup.tsx';

/** Alerts are rare: their dialog is loaded with the first, and without it the sentence is said all the same. */
export function AlertHost() {
  const text = useSyncExternalStore(onAlert, currentAlert, () => null);
  const [Loaded, setLoaded] = useState<typeof AlertPopup | null>(null);
  const isMissing = text !== null && Loaded === null;
  useEffect(() => {
    if (!isMissing) return;
    import('./AlertPopup.tsx').then(
      (script) => setLoaded(() => script.AlertPopup),
      () => {
        const unsaid = currentAlert();
        if (unsaid !== null) toast(unsaid);
        closeAlert();
      },
    );
  }, [isMissing]);
  return Loaded && <Loaded text={text} />;
}
