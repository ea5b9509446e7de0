import { Component, type ReactNode, useEffect } from 'react';
import { heartbeat } from '../../api/heartbeat.ts';
import { storage } from '../../browser/storage.ts';
import { WholePage } from '../../features/frame/WholePage.tsx';
import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { ScreenNotLoaded } from '../lazy-screen.tsx';
import { leaveForMaintenance } from './reactions.ts';
import { PageSkeleton } from '../PageSkeleton.tsx';
import { useConfigsIfAny, usePage } from '../../api/page.tsx';

const SERVER_CHECK_MS = 8000;

type State = {
  readonly error: unknown;
  /** A chunk did not load, and the server is asked whether it is reachable. */
  readonly isCheckingServer: boolean;
  /** Offline, any error most likely means a script that did not load. */
  readonly isOffline: boolean;
};

/** Catches a broken page. If its chunk did not load (E02), reloads once, or explains. */
export class ScreenBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null, isCheckingServer: false, isOffline: false };

  static getDerivedStateFromError(error: unknown): State {
    const isOffline = !navigator.onLine;
    return { error, isCheckingServer: error instanceof ScreenNotLoaded && !isOffline, isOffline };
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof ScreenNotLoaded)) return;
    error.forget();
    if (this.state.isCheckingServer) void this.decide();
  }

  private async decide(): Promise<void> {
    const serverMs = await heartbeat(fetch, '', AbortSignal.timeout(SERVER_CHECK_MS));
    if (serverMs === null) leaveForMaintenance();
    else if (!reloadOnce()) this.setState({ isCheckingServer: false });
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    if (this.state.isOffline) return <OfflineScreen />;
    if (this.state.isCheckingServer) return <PageSkeleton />;
    return <BrokenScreen />;
  }
}

/** Explains a crashed screen or a chunk that did not load, and offers a retry. */
function BrokenScreen() {
  const t = useText();
  return (
    <WholePage
      title={t('broken.title')}
      text={t('broken.text')}
      action={
        <Button wide onClick={() => window.location.reload()}>
          {t('broken.retry')}
        </Button>
      }
    />
  );
}

/** @returns false where this address has been loaded anew already */
function reloadOnce(): boolean {
  const address = window.location.href;
  if (storage.read('reloadedFor') === address) return false;
  storage.write('reloadedFor', address);
  window.location.reload();
  return true;
}

const loadAgain = () => window.location.reload();

/** Replaces a page whose script cannot load offline, with the text of offline-document.tsx. */
function OfflineScreen() {
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
