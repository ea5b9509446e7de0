import { isOwnPath } from '@webpay/contract/addresses';
import { useEffect, useState } from 'react';
import { heartbeat } from '../api/heartbeat.ts';
import { useConfigsIfAny, usePage } from '../api/page.tsx';
import { storage } from '../browser/storage.ts';
import { useText } from '../i18n/text.tsx';
import { paths } from '../router/paths.ts';
import { closedSet } from '../features/frame/closed-set.ts';
import { WholePage } from '../features/frame/WholePage.tsx';
import { Button } from '../ui/Button/Button.tsx';

const RETRY_S = 10;
const ATTEMPT_LIMIT_MS = 8000;

type State = {
  readonly at: 'idle' | 'trying' | 'still';
  readonly secondsLeft: number;
};

const FIRST: State = { at: 'idle', secondsLeft: RETRY_S };
const TRYING: State = { at: 'trying', secondsLeft: 0 };
const STILL: State = { at: 'still', secondsLeft: RETRY_S };

const tick = (state: State): State =>
  state.secondsLeft > 1 ? { ...state, secondsLeft: state.secondsLeft - 1 } : TRYING;

/** R04: retries by itself after a network error and returns to the page left. */
export function Maintenance() {
  const t = useText();
  const { project } = usePage();
  const configs = useConfigsIfAny();
  const [{ at, secondsLeft }, setState] = useState(FIRST);
  const isTrying = at === 'trying';

  useEffect(() => {
    if (isTrying) return;
    const timer = setInterval(() => setState(tick), 1000);
    return () => clearInterval(timer);
  }, [isTrying]);

  useEffect(() => {
    if (!isTrying) return;
    const controller = new AbortController();
    const limit = setTimeout(() => controller.abort(), ATTEMPT_LIMIT_MS);
    let isOver = false;
    void heartbeat(fetch, '', controller.signal).then((serverMs) => {
      if (isOver) return;
      if (serverMs === null) setState(STILL);
      else leave(project);
    });
    return () => {
      isOver = true;
      clearTimeout(limit);
      controller.abort();
    };
  }, [isTrying, project]);

  return (
    <WholePage
      set={closedSet(configs?.theme, t('maintenance.back_soon'))}
      title={t('maintenance.title')}
      text={t('maintenance.text')}
      action={
        <Button busy={isTrying} busyLabel={t('ui.loading')} onClick={() => setState(TRYING)}>
          {t('ui.try_again')}
        </Button>
      }
      note={
        <span className="muted num">
          <span role="status">{at === 'still' && `${t('maintenance.still')} `}</span>
          {!isTrying && t('maintenance.auto', { seconds: secondsLeft })}
        </span>
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
