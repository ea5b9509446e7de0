// Common parts of the drop-in's frames: messages, theme, height.
const PROPERTIES = {
  text: '--text',
  text2: '--text-2',
  surface: '--surface',
  field: '--field',
  line: '--line',
  accent: '--accent',
  err: '--err',
  radius: '--radius',
  font: '--font',
};

/** `texts(language)` writes the page's texts, `answer` maps the shop's questions to answers. */
export function connect({ texts, answer, begin }) {
  let port = null;
  let keys = {};
  const send = (message) => port?.postMessage(message);

  const dress = ({ theme, appearance = {}, language, component }) => {
    const root = document.documentElement;
    root.dataset.theme = theme === 'dark' ? 'dark' : 'light';
    root.lang = language;
    if (Number(appearance.unit) > 0) root.style.setProperty('--u', `${appearance.unit}px`);
    for (const [name, property] of Object.entries(PROPERTIES)) {
      const value = appearance[name];
      if (typeof value === 'string' && CSS.supports('--x', value))
        root.style.setProperty(property, value);
    }
    texts(language, component);
  };

  addEventListener('message', ({ data, ports, source }) => {
    if (source !== parent || data?.type !== 'init' || !ports[0]) return;
    port?.close();
    port = ports[0];
    keys = { clientKey: data.clientKey, sessionKey: data.sessionKey };
    port.onmessage = async ({ data: asked }) => {
      if (asked.type !== 'ask') return;
      const play = answer[asked.question];
      const value = play
        ? await play(asked.value)
        : { code: 'PARAMS_INVALID', message: `unknown: ${asked.question}` };
      send({ type: 'answer', id: asked.id, value });
    };
    dress(data);
    begin?.(data, keys);
    new ResizeObserver(() =>
      send({ type: 'resize', height: Math.ceil(document.body.getBoundingClientRect().height) }),
    ).observe(document.body);
    send({ type: 'event', name: 'load', detail: { code: 'SUCCESS' } });
    send({ type: 'event', name: 'ready', detail: {} });
  });

  return {
    event: (name, detail) => send({ type: 'event', name, detail }),
    async tokenise(card) {
      try {
        const response = await fetch('/payermax/dropin/token', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...keys, ...card }),
        });
        const result = await response.json();
        if (response.ok) return { code: 'APPLY_SUCCESS', message: '', data: result };
        return { code: result.code, message: result.msg, field: result.field };
      } catch {
        return { code: 'REQUEST_TIMEOUT', message: 'The payment provider could not be reached.' };
      }
    },
  };
}
