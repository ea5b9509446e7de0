import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useLang } from '../../../i18n/text.tsx';
import { useConfigs } from '../../../api/page.tsx';
import {
  type DropinInstance,
  type DropinKeys,
  type DropinKind,
  dropinOptions,
  hasAgreed,
  isUnusable,
  loadDropin,
  paymentTokenOf,
} from './dropin.ts';

/** Without a form after this time, the page reports that it did not load. */
const FORM_WAIT_MS = 8000;

export type DropinState = 'loading' | 'ready' | 'failed';

/** A card's token, and whether its payer agreed that it is kept. */
type TypedCard = { readonly token: string; readonly isAgreed: boolean };

export type Dropin = {
  readonly state: DropinState;
  /** Element id that the component mounts into. */
  readonly containerId: string;
  /** Turns the typed card into a token; null while the form is invalid. */
  readonly tokenise: () => Promise<TypedCard | null>;
  readonly setDisabled: (disabled: boolean) => void;
  readonly retry: () => void;
};

/** Mounts the gateway's component into an element that React does not render into. */
export function useDropin(
  kind: DropinKind,
  keys: DropinKeys | null,
  wallet?: { readonly onPress: (form: Dropin) => void; readonly onUnusable: () => void },
): Dropin {
  const lang = useLang();
  const { theme } = useConfigs();
  // The component takes a selector, so the special characters of useId go.
  const containerId = `dropin${useId().replaceAll(/\W/g, '')}`;
  const [state, setState] = useState<DropinState>('loading');
  const [round, setRound] = useState(0);
  const instance = useRef<DropinInstance | null>(null);
  const dropin: Dropin = {
    state,
    containerId,
    tokenise: async () => {
      const answer = await instance.current?.emit('canMakePayment');
      const token = paymentTokenOf(answer);
      return token === null ? null : { token, isAgreed: hasAgreed(answer) };
    },
    setDisabled: (disabled) => void instance.current?.emit('setDisabled', disabled),
    retry: () => setRound((before) => before + 1),
  };
  const press = useEffectEvent(() => wallet?.onPress(dropin));
  const refuse = useEffectEvent(() => wallet?.onUnusable());

  useEffect(() => {
    if (keys === null) return;
    let isGone = false;
    setState('loading');
    const container = document.getElementById(containerId);
    const fail = () => setState((now) => (now === 'ready' ? now : 'failed'));
    const timer = setTimeout(fail, FORM_WAIT_MS);
    loadDropin(keys.sdk_url).then(
      (component) => {
        // A page that is left loses its elements before React runs the clean-up.
        if (isGone || document.getElementById(containerId) === null) return;
        const made = component.create(kind, dropinOptions(keys, lang, theme));
        instance.current = made;
        // A form that loads after the time-out still replaces the failure.
        const ready = () => {
          if (!isGone) setState('ready');
        };
        if (kind === 'card') made.on('ready', ready);
        made.on('load', (detail) => {
          if (kind === 'card' || !isUnusable(detail)) return ready();
          if (!isGone) refuse();
        });
        made.on('payButtonClick', () => press());
        made.mount(`#${containerId}`);
      },
      () => {
        if (!isGone) setState('failed');
      },
    );
    return () => {
      isGone = true;
      clearTimeout(timer);
      instance.current = null;
      container?.replaceChildren();
    };
  }, [kind, keys, lang, theme, containerId, round]);

  // Once it is shown: a form that failed to load in time is not displayed until then.
  useEffect(() => {
    if (state === 'ready' && kind === 'card') focusForm(document.getElementById(containerId));
  }, [state, kind, containerId]);

  return dropin;
}

/** Leads into the card form, unless the player is elsewhere. The component has no call for its first field. */
function focusForm(container: HTMLElement | null): void {
  const { activeElement: active } = document;
  const isElsewhere = active !== null && !active.matches('body, main, h1');
  const isAsked = document.querySelector('dialog[open]') !== null;
  if (!isElsewhere && !isAsked) container?.querySelector('iframe')?.focus({ preventScroll: true });
}
