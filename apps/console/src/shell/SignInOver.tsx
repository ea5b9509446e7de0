import { useQueryClient } from '@tanstack/react-query';
import { meQuery, type Me } from '../api/queries.ts';
import { signedInAgain } from '../api/sign-in-again.ts';
import { SignInForm } from '../sign-in/SignInForm.tsx';
import { Dialog } from '../ui/Dialog/Dialog.tsx';

/** Sign-in over the page: typed text stays, and the call that met the ended session repeats. */
export function SignInOver({ name, id }: { readonly name: string; readonly id: string }) {
  const queries = useQueryClient();
  const onSignedIn = (me: Me): void => {
    if (me.id !== id) {
      // The page holds another operator's data.
      window.location.assign('/');
      return;
    }
    queries.setQueryData(meQuery.queryKey, me);
    signedInAgain();
  };
  return (
    <Dialog title="Your session ended" onClose={null}>
      <div className="stack">
        <p className="muted">Sign in again as {name}. The page behind stays as it is.</p>
        <SignInForm name={name} onSignedIn={onSignedIn} />
      </div>
    </Dialog>
  );
}
