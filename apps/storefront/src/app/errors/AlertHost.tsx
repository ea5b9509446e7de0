import { useEffect, useState, useSyncExternalStore } from 'react';
import { useText } from '../../i18n/text.tsx';
import type { Popup } from '../../ui/Popup/Popup.tsx';
import { toast } from '../../ui/Toaster/toast.ts';

let shown: string | null = null;
const listeners = new Set<() => void>();

/** Shows one sentence in a dialog with a confirm button, over any page; null closes it. */
export function showAlert(sentence: string | null): void {
  if (shown === null && sentence === null) return;
  shown = sentence;
  for (const listener of listeners) listener();
}

const closeAlert = () => showAlert(null);
const currentAlert = () => shown;

function onAlert(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loads the popup with the first alert (E03); a toast shows the text where the chunk fails. */
export function AlertHost() {
  const t = useText();
  const text = useSyncExternalStore(onAlert, currentAlert, () => null);
  const [Loaded, setLoaded] = useState<typeof Popup | null>(null);
  const isMissing = text !== null && Loaded === null;
  useEffect(() => {
    if (!isMissing) return;
    import('../../ui/Popup/Popup.tsx').then(
      (script) => setLoaded(() => script.Popup),
      () => {
        const pending = currentAlert();
        if (pending !== null) toast(pending);
        closeAlert();
      },
    );
  }, [isMissing]);
  return (
    Loaded && (
      <Loaded
        show={text !== null}
        single
        contentText={text}
        rightBtnText={t('ui.confirm')}
        rightBtnFun={closeAlert}
        closeIconFun={closeAlert}
        onClosed={closeAlert}
      />
    )
  );
}
