import { useEffect, useId, useState } from 'react';
import { storage } from '../../browser/storage.ts';
import { useLocation } from '../../router/location.tsx';
import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { useConfigs, useProject } from '../../api/page.tsx';
import styles from './DayPopup.module.css';
import { PopupPicture } from './PopupPicture.tsx';
import { hasSeenPopupToday, markPopupSeen } from './seen-today.ts';

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

/** Leaves time for a press that was already intended. */
const SETTLED_MS = 500;

/** A player who has just paid is left alone. */
const AFTER_PAYMENT_MS = 600_000;

/**
 * Popup picture over the goods list, once a day for players who have bought here before (C02, R25).
 * Never on a first page, where it would cost a first purchase an extra tap, nor after leaving cumulation, nor within ten minutes of a payment.
 */
export function useDayPopup(): readonly [isShown: boolean, close: () => void] {
  const project = useProject();
  const { popup } = useConfigs().resource_configs;
  const [isShown, setIsShown] = useState(false);
  // The first page of the visit starts with the goods.
  const isFirst = useLocation().key === 'default';

  useEffect(() => {
    const timer = setTimeout(() => {
      // Set by the navigation itself, hence read after it; holds for this visit only.
      const sincePaid = Date.now() - (storage.read('paidAt', project) ?? 0);
      const isQuiet = storage.read('noPopup', project) === true || sincePaid < AFTER_PAYMENT_MS;
      storage.forget('noPopup', project);
      const isRegular = storage.read('lastPurchase', project) !== null;
      if (isQuiet || isFirst || !isRegular || popup === '' || hasSeenPopupToday(project)) return;
      markPopupSeen(project);
      setIsShown(true);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [project, popup, isFirst]);

  return [isShown, () => setIsShown(false)];
}
