import { useState } from 'react';
import { visitToSignIn } from '../api/company-account.ts';
import { CompanyReturn } from './CompanyReturn.tsx';
import { Gate } from './Gate.tsx';
import { Join } from './Join.tsx';
import { SignInByLink } from './SignInByLink.tsx';
import { SignInForm } from './SignInForm.tsx';

const RETURN = '/sign-in/company';

/** Sign-in, one-time link, company account and invitation. Apart from the console, so that they load little. */
export function SignIn() {
  const [path] = useState(() => window.location.pathname.replace(/\/$/, ''));
  const [token] = useState(takeToken);
  const [answer] = useState(() => (path === RETURN ? takeAnswer() : ''));
  if (path === RETURN) return <CompanyReturn answer={answer} onDone={open} />;
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
      <SignInForm onSignedIn={enter} onCompany={() => visitToSignIn(wanted())} />
      <p className="muted small">
        No passkey and no code left? An admin lets you in again by a one-time link. Each wrong try
        makes the next one wait longer.
      </p>
    </Gate>
  );
}

/** Takes the provider's answer out of the address, so that history and screen do not keep it. */
function takeAnswer(): string {
  const answer = window.location.search.slice(1);
  window.history.replaceState(null, '', RETURN);
  return answer;
}

/** Takes the token out of the address, so that history and screen do not keep it. */
function takeToken(): string {
  const token = window.location.hash.slice(1);
  const { pathname, search } = window.location;
  if (token !== '') window.history.replaceState(null, '', pathname + search);
  return token;
}

function enter(): void {
  open(wanted());
}

/** The address that asked for the sign-in. */
function wanted(): string {
  return new URLSearchParams(window.location.search).get('to') ?? '/';
}

/** Loads the console at an address; never at another site. */
function open(to: string): void {
  const target = new URL(to, window.location.origin);
  window.location.assign(target.origin === window.location.origin ? target.href : '/');
}
