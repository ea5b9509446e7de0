import { useEffect, useState } from 'react';
import { useLocation } from '../../router/location.tsx';
import { useConfigs, useProject } from '../../api/page.tsx';
import { storage } from '../../browser/storage.ts';
import { hasSeenPopupToday, markPopupSeen } from './seen-today.ts';

/** The page has arrived, and whoever was about to press something has. */
const SETTLED_MS = 500;

/**
 * C02, R25: whether the popup picture is shown over the goods list now. Once a day, to who has
 * bought here before and comes from another page of the shop: a first purchase takes six taps,
 * none of them to close an advertisement. Not after leaving cumulation.
 */
export function useDayPopup(): readonly [isShown: boolean, close: () => void] {
  const project = useProject();
  const { popup } = useConfigs().resource_configs;
  const [isShown, setIsShown] = useState(false);
  // The page as it was loaded; its first picture is the goods.
  const isFirst = useLocation().key === 'default';

  useEffect(() => {
    const timer = setTimeout(() => {
      // Set by the step itself, hence read after it; it holds for this one visit of the list.
      const isQuiet = storage.read('noPopup', project) === true;
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
