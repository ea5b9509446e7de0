// The wallet's buttons: `paypal.Buttons({createOrder,onApprove,onCancel,onError}).render(place)`.
(() => {
  const origin = new URL(document.currentScript.src).origin;
  const STYLE = `
    button { all: unset; box-sizing: border-box; display: flex; align-items: center; justify-content: center;
      gap: .45em; inline-size: 100%; block-size: var(--height, 48px); border-radius: var(--radius, 24px);
      background: #ffc439; color: #001c64; cursor: pointer; font: italic 800 19px/1 Arial, Helvetica, sans-serif;
      transition: filter 120ms; }
    button:hover { filter: brightness(.95); }
    button:active { filter: brightness(.9); }
    button:focus-visible { outline: 3px solid #0070e0; outline-offset: 2px; }
    button[aria-disabled=true] { opacity: .6; cursor: default; }
    i { color: #0070e0; }
    @media (prefers-reduced-motion: reduce) { button { transition: none; } }`;
  const COLOURS = { gold: '#ffc439', silver: '#eee', white: '#fff', blue: '#bfe0ff' };

  function openWindow() {
    return window.open(
      `${origin}/paypal/checkoutnow?popup=1`,
      `paypal${Date.now()}`,
      'popup,width=480,height=680',
    );
  }

  function askPayer(popup, orderId) {
    if (!popup) {
      // Without a window (blocked, or an in-app browser) the return address brings the payer back.
      location.assign(`${origin}/paypal/checkoutnow?token=${encodeURIComponent(orderId)}`);
      return new Promise(() => {});
    }
    return new Promise((resolve) => {
      const finish = (word) => {
        clearInterval(watch);
        removeEventListener('message', listen);
        if (!popup.closed) popup.close();
        resolve(word);
      };
      const listen = ({ origin: from, source, data }) => {
        if (from !== origin) return;
        if (data?.type === 'paypal-waiting' && source === popup) {
          popup.postMessage({ type: 'paypal-order', orderID: orderId }, origin);
        }
        if (data?.orderID !== orderId) return;
        if (data.type === 'paypal-approved') finish({ isApproved: true, payerID: data.payerID });
        if (data.type === 'paypal-cancelled') finish({ isApproved: false });
      };
      const watch = setInterval(() => {
        if (popup.closed) finish({ isApproved: false });
      }, 400);
      addEventListener('message', listen);
    });
  }

  function Buttons(options = {}) {
    let host = null;
    let isBusy = false;

    const run = async () => {
      // The window must open inside the click, before any network call.
      if (!isBusy && (await askPage())) await play(openWindow());
    };

    const askPage = async () => {
      let isRefused = false;
      const actions = {
        resolve: async () => {},
        reject: async () => {
          isRefused = true;
        },
      };
      const word = await options.onClick?.({ fundingSource: 'paypal' }, actions);
      return word !== false && !isRefused;
    };

    const play = async (popup) => {
      isBusy = true;
      host?.shadowRoot.querySelector('button').setAttribute('aria-disabled', 'true');
      try {
        const orderID = await options.createOrder({ paymentSource: 'paypal' });
        if (!orderID) throw new Error('createOrder gave no order id');
        const word = await askPayer(popup, orderID);
        if (!word.isApproved) return options.onCancel?.({ orderID });
        const restart = () => play(openWindow());
        await options.onApprove?.(
          { orderID, payerID: word.payerID, paymentSource: 'paypal' },
          { restart },
        );
      } catch (error) {
        if (popup && !popup.closed) popup.close();
        if (options.onError) options.onError(error);
        else throw error;
      } finally {
        isBusy = false;
        host?.shadowRoot.querySelector('button').removeAttribute('aria-disabled');
      }
    };

    return {
      isEligible: () => true,
      async render(target) {
        const place = typeof target === 'string' ? document.querySelector(target) : target;
        if (!place) throw new Error(`paypal.Buttons render: nothing matches ${target}`);
        host = document.createElement('div');
        const root = host.attachShadow({ mode: 'open' });
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(STYLE);
        root.adoptedStyleSheets = [sheet];
        const { height, borderRadius, shape, color } = options.style ?? {};
        if (height) host.style.setProperty('--height', `${height}px`);
        const radius = borderRadius ?? (shape === 'rect' ? 4 : undefined);
        if (radius !== undefined) host.style.setProperty('--radius', `${radius}px`);
        const button = document.createElement('button');
        button.type = 'button';
        button.setAttribute('aria-label', 'PayPal');
        if (COLOURS[color]) button.style.background = COLOURS[color];
        const word = document.createElement('span');
        word.append('Pay', Object.assign(document.createElement('i'), { textContent: 'Pal' }));
        button.append(word);
        button.addEventListener('click', run);
        root.append(button);
        place.append(host);
        // Both return a promise, as the real ones do.
        const done = () => Promise.resolve();
        options.onInit?.({}, { enable: done, disable: done });
      },
      close() {
        host?.remove();
        host = null;
        return Promise.resolve();
      },
    };
  }

  window.paypal = { Buttons, FUNDING: { PAYPAL: 'paypal' }, version: 'sandbox' };
})();
