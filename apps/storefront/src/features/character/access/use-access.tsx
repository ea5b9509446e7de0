import { lazy, type ReactNode, Suspense, useState } from 'react';
import { call } from '../../../api/call.ts';
import { type MessageId, useText } from '../../../i18n/text.tsx';
import { toast } from '../../../ui/Toaster/toast.ts';
import { lookupOf } from '../lookup.ts';
import { useProject } from '../../../api/page.tsx';
import { endSession, logIn } from '../../account/session.ts';
import type { UserInfo } from '../../../browser/storage.ts';
import type { AccessKind, Values } from './access-rules.ts';

// Loaded on demand: rarely used.
const AccessSheet = lazy(() => import('./AccessSheet.tsx'));

const DONE: Readonly<Record<Exclude<AccessKind, 'device'>, MessageId>> = {
  set: 'access.was_set',
  change: 'access.was_changed',
  remove: 'access.was_removed',
  reset: 'access.was_reset',
};

/** Dialogs of the player's own access password. `sheet` may be rendered anywhere on the page. */
export function useAccess(
  user: UserInfo,
  isNeeded = false,
): { readonly open: () => void; readonly sheet: ReactNode } {
  const t = useText();
  const project = useProject();
  // A project that requires a password asks at once; closing postpones it.
  const [sheet, setSheet] = useState({ round: 0, isOpen: isNeeded });
  const close = () => setSheet((last) => ({ ...last, isOpen: false }));

  async function done(kind: AccessKind, values: Values): Promise<void> {
    if (kind === 'device') return;
    if (kind === 'reset') await logInAgain(values.pwd);
    else logIn(project, { ...user, has_pwd: kind !== 'remove' });
    close();
    toast(t(DONE[kind]));
  }

  /** Logs in again after a reset, which ends all sessions of the character. */
  async function logInAgain(pwd: string): Promise<void> {
    const { pr_id, server_id, cid } = user.role;
    try {
      const lookup = lookupOf(await call('role', { pr_id, server_id, cid, pwd }));
      if (lookup.state === 'found') logIn(project, lookup.found);
    } catch {
      endSession(project);
    }
  }

  return {
    open: () => setSheet(({ round }) => ({ round: round + 1, isOpen: true })),
    sheet: (sheet.isOpen || sheet.round > 0) && (
      <Suspense fallback={null}>
        <AccessSheet
          key={sheet.round}
          start={user.has_pwd ? 'menu' : 'set'}
          character={user.role}
          isNeeded={isNeeded}
          open={sheet.isOpen}
          onClose={close}
          onStale={(hasPassword) => {
            close();
            toast(t('access.stale'));
            logIn(project, { ...user, has_pwd: hasPassword });
          }}
          onDone={done}
        />
      </Suspense>
    ),
  };
}
