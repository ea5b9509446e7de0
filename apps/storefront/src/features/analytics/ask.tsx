import type { Configs } from '@webpay/contract/calls';
import { createRoot } from 'react-dom/client';
import { isCounting, startAnalytics } from './start-analytics.ts';
import type { Translate } from '../../i18n/text.tsx';
import { storage } from '../../browser/storage.ts';
import { Consent } from './Consent.tsx';

export type ConsentParts = {
  readonly project: string;
  readonly configs: Configs;
  readonly t: Translate;
};

/** For countries that require consent: counts after a yes and asks players who have not answered. */
export function countWithConsent(parts: ConsentParts): void {
  const given = storedConsent(parts.project, Date.now());
  if (given === true) startAnalytics(parts.project, parts.configs);
  if (given === null) askConsent(parts);
}

let close: (() => void) | null = null;

/** Shows the question, also to change an earlier answer. */
export function askConsent({ project, configs, t }: ConsentParts): void {
  if (close) return;
  const before = document.activeElement;
  const container = document.createElement('div');
  // First in the reading order, before the shop.
  document.body.prepend(container);
  const root = createRoot(container);
  close = () => {
    root.unmount();
    container.remove();
    close = null;
    // The pressed button is gone: the focus returns to its place before the question.
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
  root.render(
    <Consent
      t={t}
      project={project}
      privacy={configs.privacy_protocol}
      onAnswer={(yes) => {
        storeConsent(project, yes, Date.now());
        close?.();
        if (yes) startAnalytics(project, configs);
        else if (isCounting()) withdraw();
      }}
    />,
  );
}

/** Deletes the tracking cookies and reloads the page: a running script cannot be unloaded. */
function withdraw(): void {
  const own = ['lang', 'known', 'country', 'project', 'popup'];
  for (const pair of document.cookie.split('; ')) {
    const name = pair.split('=', 1)[0] ?? '';
    if (name === '' || own.includes(name)) continue;
    const parts = window.location.hostname.split('.');
    // Such cookies are set for the widest domain the browser allows.
    const domains = ['', ...parts.map((_, index) => `; Domain=${parts.slice(index).join('.')}`)];
    for (const domain of domains) document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
  }
  window.location.reload();
}

/** After a year the player is asked again. */
const LASTS_MS = 365 * 86_400_000;

/** The stored answer; null: never asked, or expired. */
function storedConsent(project: string, nowMs: number): boolean | null {
  const stored = storage.read('consent', project);
  return stored === null || nowMs - stored.at > LASTS_MS ? null : stored.yes;
}

function storeConsent(project: string, yes: boolean, nowMs: number): void {
  storage.write('consent', { yes, at: nowMs }, project);
}
