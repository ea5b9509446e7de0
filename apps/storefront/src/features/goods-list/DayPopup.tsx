import { useId } from 'react';
import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { useConfigs } from '../../api/page.tsx';
import styles from './DayPopup.module.css';
import { PopupPicture } from './PopupPicture.tsx';

/** Configured picture over the goods list, with two ways to close it (C02). */
export function DayPopup({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const id = useId();
  const configs = useConfigs();
  const { popup, popup_text: text } = configs.resource_configs;
  return (
    <Dialog
      open
      onClose={onClose}
      labelledBy={id}
      describedBy={text ? `${id}text` : undefined}
      shape="card"
      className={styles.popup}
    >
      <h2 id={id} className="sr-only">
        {t('popup.title', { name: configs.name })}
      </h2>
      <PopupPicture
        src={popup}
        text={text}
        textId={`${id}text`}
        eager
        closeLabel={t('ui.close')}
        onClose={onClose}
      />
      <div className={styles.actions}>
        <Button wide onClick={onClose}>
          {t('popup.go_on')}
        </Button>
      </div>
    </Dialog>
  );
}
