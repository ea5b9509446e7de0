import { useSyncExternalStore } from 'react';
import { useText } from '../i18n/text.tsx';
import { Popup } from '../ui/Popup.tsx';
import { closeAlert, currentAlert, onAlert } from './alert.ts';

/** The dialog that only says something and is confirmed (E03). */
export function AlertHost() {
  const t = useText();
  const text = useSyncExternalStore(onAlert, currentAlert, () => null);
  return (
    <Popup
      show={text !== null}
      single
      contentText={text}
      rightBtnText={t('ui.confirm')}
      rightBtnFun={closeAlert}
      closeIconFun={closeAlert}
      onClosed={closeAlert}
    />
  );
}
