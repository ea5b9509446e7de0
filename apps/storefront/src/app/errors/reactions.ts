import { CODES } from '@webpay/contract/codes';
import type { PageData } from '@webpay/contract/page';
import type { CallName } from '@webpay/contract/paths';
import type { Reactions } from '../../api/client.ts';
import { codeMessage } from '../../features/support/code-message.ts';
import { endSession, logIn, userOf } from '../../features/account/session.ts';
import type { Translate } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { toast } from '../../ui/Toaster/toast.ts';
import { showAlert } from './AlertHost.tsx';
import { navigate } from '../../router/history.ts';
import { storage } from '../../browser/storage.ts';

/** E04: delay between the message and the return to home. */
export const SESSION_END_MS = 1200;

let endingSession = false;

const tokenOf = (project: string): string | null => userOf(project)?.user_token ?? null;

/** Reacts to answers on behalf of any page (E02–E05, E07). */
export function createReactions(page: PageData, t: Translate): Reactions {
  const { project, configs } = page;
  return {
    refused(code, call, userToken, result) {
      switch (code) {
        case CODES.NOT_SERVED:
          showAlert(t('app.not_allowed'));
          return true;
        case CODES.NO_SESSION:
          sessionEnded(userToken);
          return true;
        case CODES.PASSWORD_REQUIRED:
          return passwordNeeded(call, userToken);
        case CODES.MAINTENANCE:
          // Only the shop's own maintenance has an end, which its page tells.
          return hasEnd(result) ? leaveForMaintenance() : toldOfConfigs(code, call);
        case CODES.NO_SUCH_PROJECT:
          forgetClosedShop(project);
          navigate(paths.notFound());
          return true;
        default:
          return toldOfConfigs(code, call);
      }
    },
    noNetwork: leaveForMaintenance,
  };

  /** E07: shows every code of the configuration call, which no screen makes. */
  function toldOfConfigs(code: number, call: CallName): boolean {
    if (call === 'configs') toast(codeMessage(t, code, configs));
    return call === 'configs';
  }

  /** S07, E04: ends the session once; ignores answers to a session already left. */
  function sessionEnded(ended: string | null): void {
    if (project === null || endingSession || ended !== tokenOf(project)) return;
    endingSession = true;
    toast(codeMessage(t, CODES.NO_SESSION, configs));
    setTimeout(() => {
      endingSession = false;
      const now = tokenOf(project);
      if (now !== null && now !== ended) return;
      endSession(project);
      navigate(paths.home(project), { replace: true });
    }, SESSION_END_MS);
  }

  /** Leads home, where the password is set, in a project that requires one (`pwd_status`). */
  function passwordNeeded(call: CallName, userToken: string | null): boolean {
    if (project === null || call === 'role') return false;
    if (userToken !== tokenOf(project)) return true;
    toast(t('access.needed'));
    const user = userOf(project);
    if (user?.has_pwd) logIn(project, { ...user, has_pwd: false });
    const home = paths.home(project);
    if (window.location.pathname !== home) navigate(home);
    return true;
  }
}

const hasEnd = (result: unknown) =>
  typeof result === 'object' && result !== null && 'opens_at' in result;

/** R20: forgets a closed shop, so that the 404 page does not lead back to it. */
export function forgetClosedShop(project: string | null): void {
  if (project !== null && storage.read('project') === project) storage.forget('project');
}

/** E02: leads to the maintenance page, which returns here. @returns false where it is shown */
export function leaveForMaintenance(): boolean {
  const { pathname, search, hash } = window.location;
  if (pathname === paths.maintenance()) return false;
  storage.write('pageLeft', pathname + search + hash);
  navigate(paths.maintenance());
  return true;
}
