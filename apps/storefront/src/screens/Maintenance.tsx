import { isOwnPath } from '@webpay/contract/addresses';
import { useEffect, useState } from 'react';
import { call, serverNow } from '../api/call.ts';
import { heartbeat } from '../api/heartbeat.ts';
import { useConfigsIfAny, usePage } from '../api/page.tsx';
import { storage } from '../browser/storage.ts';
import { formatDate } from '../i18n/format.ts';
import { useLang, useText } from '../i18n/text.tsx';
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

/** R04: retries by itself after a network error or a maintenance with an end, and returns to the page left. */
export function Maintenance() {
  const t = useText();
  const { project } = usePage();
  const configs = useConfigsIfAny();
  const [{ at, secondsLeft }, setState] = useState(FIRST);
  const [opensAt, setOpensAt] = useState<number | null>(null);
  const opening = useOpening(opensAt);
  const isTrying = at === 'trying';

  useEffect(() => {
    const controller = new AbortController();
    void endOfMaintenance(project, controller.signal).then((end) => {
      if (!controller.signal.aborted) setOpensAt(end);
    });
    return () => controller.abort();
  }, [project]);

  useEffect(() => {
    if (isTrying) return;
    const timer = setInterval(() => setState(tick), 1000);
    return () => clearInterval(timer);
  }, [isTrying]);

  useEffect(() => {
    if (!isTrying) return;
    const controller = new AbortController();
    const { signal } = controller;
    const limit = setTimeout(() => controller.abort(), ATTEMPT_LIMIT_MS);
    let isOver = false;
    void tryAgain(project, signal).then((answer) => {
      if (isOver) return;
      if (answer === 'open') return leave(project);
      setState(STILL);
      if (answer !== 'silent') setOpensAt(answer.end);
    });
    return () => {
      isOver = true;
      clearTimeout(limit);
      controller.abort();
    };
  }, [isTrying, project]);

  return (
    <WholePage
      set={closedSet(configs?.theme, opening?.board ?? t('maintenance.back_soon'))}
      title={t('maintenance.title')}
      text={
        <>
          {t('maintenance.text')}
          {opening && <br />}
          {opening?.sentence}
        </>
      }
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

/** The end of the maintenance in the player's time, for the board and the text; null: not known, or over. */
function useOpening(endMs: number | null) {
  const t = useText();
  const lang = useLang();
  const nowMs = serverNow();
  if (endMs === null || endMs <= nowMs) return null;
  const day = formatDate(endMs, lang, 'day');
  const time = formatDate(endMs, lang, 'time');
  return day === formatDate(nowMs, lang, 'day')
    ? {
        board: t('maintenance.back_at', { time }),
        sentence: t('maintenance.opens_at', { time }),
      }
    : {
        board: t('maintenance.back_on', { day }),
        sentence: t('maintenance.opens_on', { day, time }),
      };
}

/** null: the shop is open, or the end is not known. */
async function endOfMaintenance(
  project: string | null,
  signal: AbortSignal,
): Promise<number | null> {
  if (project === null) return null;
  try {
    const { opens_at: end } = await call('configs', {}, { signal, background: true });
    return end ?? null;
  } catch {
    return null;
  }
}

async function tryAgain(
  project: string | null,
  signal: AbortSignal,
): Promise<'open' | 'silent' | { readonly end: number }> {
  if ((await heartbeat(fetch, '', signal)) === null) return 'silent';
  const end = await endOfMaintenance(project, signal);
  return end === null || end <= serverNow() ? 'open' : { end };
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
