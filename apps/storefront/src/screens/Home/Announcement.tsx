import { useState } from 'react';
import { useConfigs, usePage, useProject } from '../../api/page.tsx';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { PopupPicture } from '../../features/goods-list/PopupPicture.tsx';
import { hasSeenPopupToday, markPopupSeen } from '../../features/goods-list/seen-today.ts';
import { useText } from '../../i18n/text.tsx';
import styles from './Home.module.css';

/** C02's popup picture in the page: no purchase waits for its ✕, which hides it for the day (UTC). */
export function Announcement() {
  const { popup: src, popup_text: text } = useConfigs().resource_configs;
  const t = useText();
  const project = useProject();
  // The server reads a cookie, so that nothing moves at hydration.
  const { hasSeenPopup } = usePage();
  const isHydrated = useHydrated();
  const [isClosed, setIsClosed] = useState(false);
  if (src === '' || isClosed || hasSeenPopup) return null;
  if (isHydrated && hasSeenPopupToday(project)) return null;
  return (
    <div className={styles.announcement}>
      <PopupPicture
        src={src}
        text={text}
        closeLabel={t('home.popup_close')}
        onClose={() => {
          markPopupSeen(project);
          setIsClosed(true);
        }}
      />
    </div>
  );
}
