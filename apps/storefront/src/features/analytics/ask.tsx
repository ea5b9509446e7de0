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

/** After a year the player is asked again. */
const LASTS_MS = 365 * 86_400_000;

/** For countries that require consent: counts after a yes and asks players who have not answered. */
export function countWithConsent(parts: ConsentParts): void {
  const given = storage.read('consent', parts.project);
  if (given === null || Date.now() - given.at > LASTS_MS) askConsent(parts);
  else if (given.yes) startAnalytics(parts.project, parts.configs);
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
        storage.write('consent', { yes, at: Date.now() }, project);
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
