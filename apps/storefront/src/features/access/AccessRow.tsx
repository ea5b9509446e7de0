import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { call } from '../../api/call.ts';
import { type MessageId, useText } from '../../i18n/text.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { toast } from '../../ui/toast.ts';
import { lookupOf } from '../character/lookup.ts';
import { useConfigs, useProject } from '../config/page.tsx';
import { endSession, logIn } from '../session/session.ts';
import type { UserInfo } from '../storage/storage.ts';
import type { AccessKind, Values } from './access-rules.ts';
import styles from './AccessRow.module.css';

// Rarely wanted, so it comes when it is.
const AccessSheet = lazy(() => import('./AccessSheet.tsx'));

const DONE: Readonly<Record<AccessKind, MessageId>> = {
  set: 'access.was_set',
  change: 'access.was_changed',
  remove: 'access.was_removed',
  reset: 'access.was_reset',
};

/** Whether the character is protected, and the way to change that. */
export function AccessRow({ user }: { readonly user: UserInfo }) {
  const t = useText();
  const project = useProject();
  const isNeeded = useConfigs().pwd_status === '1' && !user.has_pwd;
  // A project that asks for a password asks at once; "later" is a press on ✕.
  const [sheet, setSheet] = useState({ round: 0, open: isNeeded });

  async function done(kind: AccessKind, values: Values): Promise<void> {
    setSheet({ ...sheet, open: false });
    toast(t(DONE[kind]));
    if (kind !== 'reset') {
      logIn(project, { ...user, has_pwd: kind !== 'remove' });
      return;
    }
    // Who forgot the password proved it anew: all of the character's sessions have ended, this one too.
    const { pr_id, server_id, cid } = user.role;
    try {
      const lookup = lookupOf(await call('role', { pr_id, server_id, cid, pwd: values.pwd }));
      if (lookup.state === 'found') logIn(project, lookup.found);
    } catch {
      endSession(project);
    }
  }

  return (
    <>
      <button
        type="button"
        className={styles.row}
        aria-haspopup="dialog"
        data-needed={isNeeded || undefined}
        onClick={() => setSheet(({ round }) => ({ round: round + 1, open: true }))}
      >
        <Icon name={user.has_pwd ? 'lock' : 'shield'} />
        <span>{t(user.has_pwd ? 'access.protected' : 'access.protect')}</span>
        <Icon name="next" />
      </button>
      {(sheet.open || sheet.round > 0) &&
        // Beside the page, not in it: what holds the row would dress the sheet, too.
        createPortal(
          <Suspense fallback={null}>
            <AccessSheet
              key={sheet.round}
              start={user.has_pwd ? 'menu' : 'set'}
              character={user.role}
              isNeeded={isNeeded}
              open={sheet.open}
              onClose={() => setSheet({ ...sheet, open: false })}
              onDone={(kind, values) => void done(kind, values)}
            />
          </Suspense>,
          document.getElementById('root') ?? document.body,
        )}
    </>
  );
}
