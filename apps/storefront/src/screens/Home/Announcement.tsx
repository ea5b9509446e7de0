import { useState } from 'react';
import { useConfigs, usePage, useProject } from '../../api/page.tsx';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { PopupPicture } from '../../features/goods-list/PopupPicture.tsx';
import { hasSeenPopupToday, markPopupSeen } from '../../features/goods-list/seen-today.ts';
import { useText } from '../../i18n/text.tsx';
import styles from './Announcement.module.css';

/**
 * C02's popup picture, placed in the page so that no purchase needs a tap to close it. Closed, it
 * stays hidden for the day (UTC).
 */
export function Announcement() {
  const { popup, popup_text: text } = useConfigs().resource_configs;
  return popup === '' ? null : <Picture src={popup} text={text} />;
}

function Picture({ src, text }: { readonly src: string; readonly text: string }) {
  const t = useText();
  const project = useProject();
  // The server reads a cookie, so that nothing moves at hydration.
  const { hasSeenPopup } = usePage();
  const isHydrated = useHydrated();
  const [isClosed, setIsClosed] = useState(false);
  if (isClosed || hasSeenPopup || (isHydrated && hasSeenPopupToday(project))) return null;
  return (
    <div className={styles.frame}>
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
