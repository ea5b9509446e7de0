import type { Theme } from '@webpay/contract/calls';
import { trustScript } from '../../../browser/trusted-scripts.ts';

/** PayerMax's browser component, as far as this shop uses it (payments.md §1.3). */
export type DropinInstance = {
  mount(selector: string): unknown;
  on(event: string, handler: (detail: unknown) => void): unknown;
  emit(event: string, value?: unknown): unknown;
};

export type DropinKind = 'card' | 'applepay' | 'googlepay';

type PMdropin = {
  create(name: DropinKind, options: Readonly<Record<string, unknown>>): DropinInstance;
};

const loading = new Map<string, Promise<PMdropin>>();

/** Loads the component's script once; a failed load can be repeated. */
export function loadDropin(url: string): Promise<PMdropin> {
  const known = loading.get(url);
  if (known) return known;
  const load = new Promise<PMdropin>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (why: string) => {
      loading.delete(url);
      script.remove();
      reject(new Error(why));
    };
    trustScript(url);
    script.src = url;
    script.async = true;
    script.onload = () => {
      const { PMdropin: loaded } = globalThis as { PMdropin?: PMdropin };
      if (loaded) resolve(loaded);
      else fail('the script brought no PMdropin');
    };
    script.onerror = () => fail('the card component did not load');
    document.head.append(script);
  });
  loading.set(url, load);
  return load;
}

export type DropinKeys = {
  readonly client_key: string;
  readonly session_key: string;
  readonly sdk_url: string;
  readonly sandbox: boolean;
  readonly asks_to_save?: boolean | undefined;
};

export function dropinOptions(
  keys: DropinKeys,
  lang: string,
  theme: Pick<Theme, 'mode' | 'tokens'>,
) {
  return {
    clientKey: keys.client_key,
    sessionKey: keys.session_key,
    // One script serves both worlds; only the server knows the session's.
    sandbox: keys.sandbox,
    language: lang,
    theme: theme.mode,
    hideSaveCard: keys.asks_to_save !== true,
    hideCardBrands: false,
    // Component versions without this option ignore it.
    appearance: {
      text: theme.tokens['text'],
      text2: theme.tokens['text-2'],
      surface: theme.tokens['surface'],
      field: theme.tokens['surface-2'],
      line: theme.tokens['line-strong'],
      accent: theme.tokens['accent'],
      err: theme.tokens['err'],
    },
  };
}

/** Token of `canMakePayment`; null when the form shows its own error. */
export function paymentTokenOf(answer: unknown): string | null {
  // Verified by the next lines.
  const read = answer as
    | { code?: unknown; data?: { paymentToken?: unknown } | null }
    | null
    | undefined;
  const token = read?.code === 'APPLY_SUCCESS' ? read.data?.paymentToken : null;
  return typeof token === 'string' && token !== '' ? token : null;
}

/** Whether the payer agreed in the form that the card is kept. */
export function hasAgreed(answer: unknown): boolean {
  // Verified by the comparison.
  const read = answer as { data?: { agreementAccepted?: unknown } | null } | null | undefined;
  return read?.data?.agreementAccepted === true;
}

/** Whether a wallet's component has loaded, but says that this device cannot pay with it. */
export function isUnusable(loaded: unknown): boolean {
  // Verified by the comparison.
  const { code } = (loaded ?? {}) as { code?: unknown };
  return typeof code === 'string' && code !== 'SUCCESS';
}
