import { useState, useSyncExternalStore, Suspense, lazy } from 'react';
import { Outlet, ScrollRestoration, useNavigate, useNavigation } from 'react-router';
import { useMe } from '../api/queries.ts';
import { useChanges } from '../api/use-changes.ts';
import { IsLeft, useIdlePage } from '../api/use-is-left.ts';
import { isSignInNeeded, watchSignIn } from '../api/sign-in-again.ts';
import { ConsoleLink } from '../router/ConsoleLink.tsx';
import { useProject, useWithProject } from '../router/address.ts';
import { Dialog } from '../ui/Dialog/Dialog.tsx';
import { useKeys } from '../ui/Keys/keys.ts';
import { Note } from '../ui/Note/Note.tsx';
import { Skeleton } from '../ui/Skeleton/Skeleton.tsx';
import { KeysHelp } from './KeysHelp.tsx';
import { navigationFor } from './navigation.ts';
import { NotConnected } from './NotConnected.tsx';
import styles from './Shell.module.css';
import { SideNav, useQueues } from './SideNav.tsx';
import { SignInOver } from './SignInOver.tsx';
import { TopBar } from './TopBar.tsx';
import { openedStep, openStep, watchStep } from '../features/step/open-step.ts';

/** Bar, navigation and the screen. */
export function Shell() {
  const me = useMe();
  const navigate = useNavigate();
  const isLeft = useIdlePage();
  useChanges(useProject(), me.permissions.includes('order.read') && !isLeft);
  const withProject = useWithProject();
  const isLoading = useNavigation().state === 'loading';
  const [opened, setOpened] = useState<'menu' | 'keys' | null>(null);
  const isSignedOut = useSyncExternalStore(watchSignIn, isSignInNeeded);
  const close = (): void => setOpened(null);
  useKeys('Everywhere', [
    ...navigationFor(me.permissions)
      .flatMap(({ entries }) => entries)
      .map(({ key, label, to }) => ({
        key: `g ${key}`,
        label,
        run: () => void navigate(withProject(to)),
      })),
    { key: '?', label: 'Keys of this screen', run: () => setOpened('keys') },
  ]);
  return (
    <IsLeft value={isLeft}>
      <a className={styles['skip']} href="#main">
        Skip to the content
      </a>
      <TopBar onMenu={() => setOpened('menu')} onKeys={() => setOpened('keys')} />
      <div className={styles['body']}>
        <div className={styles['side']}>
          <SideNav />
        </div>
        <main className={styles['main']} id="main" tabIndex={-1} aria-busy={isLoading}>
          <NotConnected />
          {!me.has_second_factor && (
            <div className={styles['notice']}>
              <Note tone="yellow">
                {me.signed_in_by === 'link' ? (
                  <>
                    This session began with a one-time link. Add a passkey in{' '}
                    <ConsoleLink to="/me">Security</ConsoleLink> before it ends.
                  </>
                ) : (
                  'This session only reads: the company account proved no second factor. Sign in with a passkey, or with password and code, to change things.'
                )}
              </Note>
            </div>
          )}
          <NoSecondPerson />
          <Suspense fallback={<Skeleton />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      {opened === 'menu' && (
        <Dialog title="WebPay Console" place="start" onClose={close}>
          <SideNav onChosen={close} />
        </Dialog>
      )}
      {opened === 'keys' && <KeysHelp onClose={close} />}
      <StepHost />
      {isSignedOut && <SignInOver name={me.name} id={me.id} />}
      <ScrollRestoration />
    </IsLeft>
  );
}

const StepDialog = lazy(async () => ({
  default: (await import('../features/step/StepDialog.tsx')).StepDialog,
}));

/** Draws the dialog of the step that a page opened. */
function StepHost() {
  const open = useSyncExternalStore(watchStep, openedStep);
  if (open === null) return null;
  return (
    <Suspense fallback={null}>
      <StepDialog key={JSON.stringify(open.seed)} open={open} onClose={() => openStep(null)} />
    </Suspense>
  );
}

/** Says on every page that no second person can confirm a step. */
function NoSecondPerson() {
  const { data } = useQueues();
  if (data === undefined || data.has_second_person) return null;
  return (
    <div className={styles['notice']}>
      <Note tone="yellow">
        <strong className="strong">No second person can confirm steps.</strong> A step above the
        limits waits ten minutes, then the person who asked may confirm it. Invite another operator.
      </Note>
    </div>
  );
}
