import { useEffect, useState } from 'react';
import { useLocation } from '../../router/location.tsx';
import { useConfigs, useProject } from '../../api/page.tsx';
import { storage } from '../../browser/storage.ts';
import { hasSeenPopupToday, markPopupSeen } from './seen-today.ts';

/** Leaves time for a press that was already intended. */
const SETTLED_MS = 500;

/**
 * Popup picture over the goods list, once a day for players who have bought here before (C02, R25).
 * Never on a first page, where it would cost a first purchase an extra tap, nor after leaving cumulation.
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
