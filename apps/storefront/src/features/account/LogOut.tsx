import { navigate } from '../../router/history.ts';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { toast } from '../../ui/Toaster/toast.ts';
import { useProject } from '../../api/page.tsx';
import { logOut } from './log-out.ts';
import { loggedOut } from './logged-out.ts';

export function LogOut({ className }: { readonly className?: string }) {
  const t = useText();
  const project = useProject();
  function leave() {
    logOut(project);
    toast(t(loggedOut()));
    // Navigates on home, too: the page restarts at its top, with the focus on its heading.
    navigate(paths.home(project), { replace: true });
  }
  return (
    <button type="button" className={className} onClick={leave}>
      {t('home.log_out')}
    </button>
  );
}
