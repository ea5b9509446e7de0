import { NO_PAGE_POLICY } from '../answer-headers.ts';

/** On every page of a preview, for operators: the console has no other language. */
const BANNER = 'Preview of a planned change. Nothing can be bought here.';

/** The banner moves away with the page, whose own bars stand above; the frame around the window stays. */
export const STYLE = `
#preview-banner { padding: 6px 12px; background: #1d1b16; color: #ffe9a8; font: 600 14px/1.4 system-ui, sans-serif; }
#preview-banner::after { position: fixed; inset: 0; z-index: 2147483647; border: 3px solid #ffb300; content: ''; pointer-events: none; }
html[data-preview] { color-scheme: light dark; }
html[data-preview] body { max-inline-size: 34rem; padding: 24px; margin: 10vh auto 0; font: 16px/1.5 system-ui, sans-serif; }
`;

/**
 * The shop's own scripts know no previews: this one, before them, takes the token out of the address, adds it to their
 * calls, and brings it back when they reload.
 */
export const SCRIPT = `(() => {
  const { pathname, search, hash } = location;
  const [, token, rest = '/'] = /^\\/preview\\/([\\w-]{43})(\\/.*)?$/.exec(pathname) ?? [];
  const query = new URLSearchParams(search);
  const read = (area, key) => { try { return area().getItem(key); } catch { return null; } };
  const keep = (value) => { try { sessionStorage.setItem('preview', value); } catch {} };
  const withQuery = (path) => path + (query.size === 0 ? '' : '?' + query) + hash;
  if (document.documentElement.dataset.preview === 'end') {
    const last = token === undefined ? read(() => sessionStorage, 'preview') : '';
    if (token !== undefined) return keep('');
    if (!last) return;
    const code = pathname.split('/')[1];
    const lang = read(() => localStorage, 'webpay:lang:' + code);
    if (lang) query.set('preview_lang', lang.replaceAll('"', ''));
    if (read(() => localStorage, 'webpay:user:' + code)) query.set('preview_known', '1');
    location.replace(withQuery('/preview/' + last + pathname));
    return;
  }
  if (token === undefined) return;
  keep(token);
  query.delete('preview_lang');
  query.delete('preview_known');
  history.replaceState(history.state, '', withQuery(rest));
  const send = window.fetch.bind(window);
  window.fetch = (asked, how) =>
    send(typeof asked === 'string' && /^\\/(?:api|cp)\\//.test(asked) ? '/preview/' + token + asked : asked, how);
})();
`;

const HEAD = '<link rel="stylesheet" href="/preview.css"><script src="/preview.js"></script>';

/** Adds the banner, and the script before the shop's own. */
export function withBanner(html: string): string {
  return html
    .replace('</title>', () => `</title>${HEAD}`)
    .replace('<body>', () => `<body><div id="preview-banner" role="note">${BANNER}</div>`);
}

/** A page without a shop; the script brings a reloaded page of a preview back. */
export function endPage(title: string, sentence: string): string {
  const [shownTitle, shown] = [escaped(title), escaped(sentence)];
  return `<!doctype html>
<html lang="en" data-preview="end">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shownTitle}</title>${HEAD}
</head>
<body><main><h1>${shownTitle}</h1><p>${shown}</p></main></body>
</html>
`;
}

export const endPolicy = (consoleUrl: string): string =>
  framedBy(`${NO_PAGE_POLICY}; style-src 'self'; script-src 'self'`, consoleUrl);

/** The policy of an answer, where the console alone may frame it and no report is sent. */
export function framedBy(policy: string, consoleUrl: string): string {
  const kept = policy
    .split('; ')
    .filter((directive) => !/^(?:frame-ancestors|report-uri|report-to) /.test(directive));
  return [...kept, `frame-ancestors ${consoleUrl}`].join('; ');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
