import { useText } from '../../i18n/text.tsx';
import { Popup } from '../../ui/Popup/Popup.tsx';
import { closeAlert } from './alert.ts';

/** Confirms one sentence (E03). `text` is null after confirmation. */
export function AlertPopup({ text }: { readonly text: string | null }) {
  const t = useText();
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
