import { useEffect } from 'react';
import { useConfigsIfAny, usePage } from '../../api/page.tsx';
import { WholePage } from '../../features/frame/WholePage.tsx';
import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';

const loadAgain = () => window.location.reload();

/** Replaces a page whose script cannot load offline, with the text of offline-document.tsx. */
export function OfflineScreen() {
  const t = useText();
  const { art } = usePage();
  const configs = useConfigsIfAny();
  useEffect(() => {
    window.addEventListener('online', loadAgain);
    // The network may return before this is drawn or returned to.
    if (navigator.onLine) loadAgain();
    return () => window.removeEventListener('online', loadAgain);
  }, []);
  return (
    <WholePage
      picture={configs?.theme.art['asleep'] ?? art['asleep']}
      title={t('offline.title')}
      text={t('offline.text')}
      action={
        <Button wide onClick={loadAgain}>
          {t('ui.try_again')}
        </Button>
      }
    />
  );
}
