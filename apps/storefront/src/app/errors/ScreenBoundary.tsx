import { Component, type ReactNode } from 'react';
import { heartbeat } from '../../api/heartbeat.ts';
import { storage } from '../../browser/storage.ts';
import { BrokenScreen } from './BrokenScreen.tsx';
import { ScreenNotLoaded } from '../lazy-screen.tsx';
import { leaveForMaintenance } from './leave-for-maintenance.ts';
import { OfflineScreen } from './OfflineScreen.tsx';
import { PageSkeleton } from '../PageSkeleton.tsx';

const ASK_AT_MOST_MS = 8000;

type State = {
  readonly error: unknown;
  /** A chunk did not load, and the server is asked whether it is reachable. */
  readonly isAsking: boolean;
  /** Offline, any error most likely means a script that did not load. */
  readonly isOffline: boolean;
};

/**
 * Catches a broken page. A chunk that did not load means an old page, a missing server or no
 * network (E02): reloads once, or explains.
 */
export class ScreenBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null, isAsking: false, isOffline: false };

  static getDerivedStateFromError(error: unknown): State {
    const isOffline = !navigator.onLine;
    return { error, isAsking: error instanceof ScreenNotLoaded && !isOffline, isOffline };
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof ScreenNotLoaded)) return;
    error.forget();
    if (this.state.isAsking) void this.decide();
  }

  private async decide(): Promise<void> {
    const serverMs = await heartbeat(
      (url, init) => fetch(url, init),
      '',
      AbortSignal.timeout(ASK_AT_MOST_MS),
    );
    if (serverMs === null) leaveForMaintenance();
    else if (!reloadOnce()) this.setState({ isAsking: false });
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    if (this.state.isOffline) return <OfflineScreen />;
    if (this.state.isAsking) return <PageSkeleton />;
    return <BrokenScreen onRetry={() => window.location.reload()} />;
  }
}

/** @returns false where this address has been loaded anew already */
function reloadOnce(): boolean {
  const address = window.location.href;
  if (storage.read('reloadedFor') === address) return false;
  storage.write('reloadedFor', address);
  window.location.reload();
  return true;
}
