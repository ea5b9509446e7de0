import { isOwnPath } from '@webpay/contract/addresses';
import { useEffect, useState } from 'react';
import { heartbeat } from '../api/heartbeat.ts';
import { useConfigsIfAny, usePage } from '../api/page.tsx';
import { storage } from '../browser/storage.ts';
import { useText } from '../i18n/text.tsx';
import { paths } from '../router/paths.ts';
import { WholePage } from '../features/frame/WholePage.tsx';
import { Button } from '../ui/Button/Button.tsx';

const RETRY_MS = 10_000;
const ATTEMPT_LIMIT_MS = 8000;

type State = 'idle' | 'trying' | 'still';

/** R04: retries by itself after a network error and returns to the page left. */
export function Maintenance() {
  const t = useText();
  const { art, project } = usePage();
  const configs = useConfigsIfAny();
  const [state, setState] = useState<State>('idle');

  useEffect(() => {
    if (state === 'trying') return;
    const timer = setTimeout(() => setState('trying'), RETRY_MS);
    return () => clearTimeout(timer);
  }, [state]);

  useEffect(() => {
    if (state !== 'trying') return;
    const controller = new AbortController();
    const limit = setTimeout(() => controller.abort(), ATTEMPT_LIMIT_MS);
    let isOver = false;
    void heartbeat(fetch, '', controller.signal).then((serverMs) => {
      if (isOver) return;
      if (serverMs === null) setState('still');
      else leave(project);
    });
    return () => {
      isOver = true;
      clearTimeout(limit);
      controller.abort();
    };
  }, [state, project]);

  return (
    <WholePage
      picture={configs?.theme.art['asleep'] ?? art['asleep']}
      title={t('maintenance.title')}
      text={`${t('maintenance.text')} ${t(state === 'still' ? 'maintenance.still' : 'maintenance.auto')}`}
      action={
        <Button
          wide
          busy={state === 'trying'}
          busyLabel={t('ui.loading')}
          onClick={() => setState('trying')}
        >
          {t('ui.try_again')}
        </Button>
      }
    />
  );
}

/** Loads the whole page: data may have changed while the shop was away. */
function leave(project: string | null): void {
  const pageLeft = storage.read('pageLeft');
  storage.forget('pageLeft');
  const home = project ?? storage.read('project');
  const fallback = home === null ? paths.login() : paths.home(home);
  const target = pageLeft !== null && isOwnPath(pageLeft) ? pageLeft : fallback;
  window.location.replace(target);
}
