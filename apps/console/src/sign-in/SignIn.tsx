import { useState } from 'react';
import { Gate } from './Gate.tsx';
import { Join } from './Join.tsx';
import { SignInByLink } from './SignInByLink.tsx';
import { SignInForm } from './SignInForm.tsx';

/** Sign-in, one-time link and invitation. Apart from the console, so that they load little. */
export function SignIn() {
  const [path] = useState(() => window.location.pathname.replace(/\/$/, ''));
  const [token] = useState(takeToken);
  if (path === '/join') return <Join token={token} />;
  if (path === '/sign-in/link') return <SignInByLink token={token} onSignedIn={enter} />;
  return (
    <Gate
      title="Sign in"
      subtitle={
        <>
          to <strong className="strong">{window.location.host}</strong>
        </>
      }
    >
      <SignInForm onSignedIn={enter} />
      <p className="muted small">
        No passkey and no code left? An admin lets you in again by a one-time link. Each wrong try
        makes the next one wait longer.
      </p>
    </Gate>
  );
}

/** Takes the token out of the address, so that history and screen do not keep it. */
function takeToken(): string {
  const token = window.location.hash.slice(1);
  const { pathname, search } = window.location;
  if (token !== '') window.history.replaceState(null, '', pathname + search);
  return token;
}

/** Loads the console at the address that asked for the sign-in; never at another site. */
function enter(): void {
  const to = new URLSearchParams(window.location.search).get('to') ?? '/';
  const target = new URL(to, window.location.origin);
  window.location.assign(target.origin === window.location.origin ? target.href : '/');
}
