/**
 * Accepts a scheme that may open a game: `miniflix`, `miniflix://open`. Schemes of browsers and
 * systems are refused.
 */
export function isGameScheme(scheme: string): boolean {
  const name = /^([a-z][a-z0-9+.-]*)(?::[\x21-\x7e]*)?$/i.exec(scheme)?.[1]?.toLowerCase();
  return name !== undefined && !NO_GAMES.has(name);
}

const NO_GAMES: ReadonlySet<string> = new Set(
  (
    'javascript data vbscript blob filesystem file view-source about http https ws wss ftp intent content ' +
    'android-app chrome resource jar mailto tel sms facetime itms itms-apps market ms-settings ldap ssh'
  ).split(' '),
);
