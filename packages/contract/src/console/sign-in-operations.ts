/** Operations before a session. */
export const SIGN_IN_OPERATIONS = {
  signInWays: {
    method: 'GET',
    path: '/sign-in/ways',
    needs: 'nothing',
    summary: 'Tells whether company accounts sign in here, and how they are called.',
  },
  signInByPassword: {
    method: 'POST',
    path: '/sign-in/password',
    needs: 'nothing',
    summary: 'Signs in by name, password and one-time code, or a recovery code.',
  },
  signInByLink: {
    method: 'POST',
    path: '/sign-in/link',
    needs: 'nothing',
    summary: 'Signs in once by a link that a command printed.',
  },
  passkeyChallenge: {
    method: 'POST',
    path: '/sign-in/passkey/challenge',
    needs: 'nothing',
    summary: 'Starts a sign-in by passkey.',
  },
  signInByPasskey: {
    method: 'POST',
    path: '/sign-in/passkey',
    needs: 'nothing',
    summary: 'Signs in by passkey.',
  },
  readInvitation: {
    method: 'POST',
    path: '/invitation',
    needs: 'nothing',
    summary: 'Reads an invitation: its name, roles and the secret of the one-time codes.',
  },
  join: {
    method: 'POST',
    path: '/join',
    needs: 'nothing',
    summary: 'Accepts an invitation with a password and the first one-time code.',
  },
  companySignIn: {
    method: 'POST',
    path: '/sign-in/company',
    needs: 'nothing',
    summary: 'Starts a sign-in by company account (OpenID Connect).',
  },
  companyReturn: {
    method: 'POST',
    path: '/sign-in/company/return',
    needs: 'nothing',
    summary: "Takes the provider's answer: signs in, or links the account of an open session.",
  },
} as const;
