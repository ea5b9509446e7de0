import { navigate } from '../../router/history.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { toast } from '../../ui/Toaster/toast.ts';
import { useProject } from '../../api/page.tsx';
import { logOut } from './log-out.ts';
import { loggedOut } from './logged-out.ts';

/** The quiet way out, where a page says who is shopping or at its end. */
export function LogOut({ className }: { readonly className?: string }) {
  const t = useText();
  const project = useProject();
  function leave() {
    logOut(project);
    toast(t(loggedOut()));
    // Also from home itself: the page begins anew, at its top and with its heading.
    navigate(paths.home(project), { replace: true });
  }
  return (
    <button type="button" className={className} onClick={leave}>
      {t('home.log_out')}
    </button>
  );
}
