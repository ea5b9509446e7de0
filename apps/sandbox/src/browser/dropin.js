// PayerMax's drop-in on the shop's page: a frame of this origin, so that the shop never sees a
// card.
(() => {
  const origin = new URL(document.currentScript.src).origin;
  const PAGES = { card: 'card.html', applepay: 'wallet.html', googlepay: 'wallet.html' };
  const ANSWER_WITHIN_MS = 20_000;

  /** The shop's unit of its field sizes: its `--u` in root em. */
  function unitOfPage() {
    const look = getComputedStyle(document.documentElement);
    const root = Number.parseFloat(look.fontSize) || 36;
    return root * (Number.parseFloat(look.getPropertyValue('--u')) || 1);
  }

  function create(name, options = {}) {
    const page = PAGES[String(name).toLowerCase()];
    if (!page) throw new Error(`PMdropin.create: unknown component ${name}`);
    // The default is the live world, which knows no session of a test world.
    if (options.sandbox !== true) throw new Error('PMdropin.create: no session of the live world');
    const handlers = new Map();
    const answers = new Map();
    let port = null;
    let frame = null;
    let asked = 0;

    const fire = (event, detail) => {
      for (const handler of handlers.get(event) ?? []) handler(detail);
    };

    const hear = ({ data }) => {
      if (data.type === 'resize' && frame) frame.style.height = `${data.height}px`;
      else if (data.type === 'event') fire(data.name, data.detail);
      else if (data.type === 'answer') {
        answers.get(data.id)?.(data.value);
        answers.delete(data.id);
      }
    };

    const connect = () => {
      port?.close();
      const channel = new MessageChannel();
      port = channel.port1;
      port.onmessage = hear;
      const appearance = { unit: unitOfPage(), ...options.appearance };
      const init = {
        type: 'init',
        component: String(name).toLowerCase(),
        clientKey: options.clientKey,
        sessionKey: options.sessionKey,
        language: options.language ?? 'en',
        theme: options.theme ?? 'light',
        hideSaveCard: options.hideSaveCard !== false,
        appearance,
      };
      frame.contentWindow.postMessage(init, origin, [channel.port2]);
    };

    const ask = (question, value) =>
      new Promise((resolve) => {
        if (!port) return resolve({ code: 'NOT_READY', message: 'The form is not ready.' });
        const id = (asked += 1);
        const late = setTimeout(() => {
          answers.delete(id);
          resolve({ code: 'REQUEST_TIMEOUT', message: 'The form did not answer.' });
        }, ANSWER_WITHIN_MS);
        answers.set(id, (answer) => {
          clearTimeout(late);
          resolve(answer);
        });
        // The frame may focus its first wrong field only while the page has the focus.
        if (question === 'canMakePayment' && frame.contentDocument === null) frame.focus();
        port.postMessage({ type: 'ask', id, question, value });
      });

    const instance = {
      mount(target) {
        const place = typeof target === 'string' ? document.querySelector(target) : target;
        if (!place) throw new Error(`PMdropin mount: nothing matches ${target}`);
        instance.unmount();
        const room = Math.round(unitOfPage() * 0.12);
        frame = document.createElement('iframe');
        frame.src = `${origin}/payermax/dropin/${page}`;
        frame.title = page === 'card.html' ? 'Card details' : 'Wallet';
        frame.allow = 'payment';
        Object.assign(frame.style, {
          display: 'block',
          // The frame has a margin for focus rings; its fields still align with the page.
          inlineSize: `calc(100% + ${2 * room}px)`,
          marginInline: `-${room}px`,
          height: `${Math.round(unitOfPage() * (page === 'card.html' ? 6.4 : 1.5))}px`,
          border: '0',
          background: 'transparent',
          // A frame whose colour scheme differs from its page's gets an opaque background.
          colorScheme: options.theme === 'dark' ? 'dark' : 'light',
        });
        frame.addEventListener('load', connect);
        place.append(frame);
        return instance;
      },
      unmount() {
        port?.close();
        frame?.remove();
        port = frame = null;
        return instance;
      },
      on(event, handler) {
        handlers.set(event, [...(handlers.get(event) ?? []), handler]);
        return instance;
      },
      off(event, handler) {
        const kept = (handlers.get(event) ?? []).filter((known) => known !== handler);
        handlers.set(event, handler ? kept : []);
        return instance;
      },
      /** `canMakePayment` exchanges the card for a token; `setDisabled` locks the fields. */
      emit: (question, value) => ask(question, value),
      create3DSPopup: ({ url }) => openChallenge(url),
    };
    return instance;
  }

  /** Opens the bank's page beside the shop. Resolves when it closes, paid or not. */
  function openChallenge(url) {
    const target = new URL(url, origin);
    target.searchParams.set('popup', '1');
    const popup = window.open(target, `pm3ds${Date.now()}`, 'popup,width=440,height=640');
    if (!popup) {
      location.assign(url);
      return new Promise(() => {});
    }
    return new Promise((resolve) => {
      const finish = (code) => {
        clearInterval(watch);
        removeEventListener('message', listen);
        popup.close();
        resolve({ code, type: code });
      };
      const listen = (event) => {
        if (
          event.source === popup &&
          event.origin === origin &&
          event.data?.type === '3DS_PROCESSED'
        )
          finish('3DS_PROCESSED');
      };
      const watch = setInterval(() => popup.closed && finish('USER_CANCEL'), 400);
      addEventListener('message', listen);
    });
  }

  window.PMdropin = { create };
})();
