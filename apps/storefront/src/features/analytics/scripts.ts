import { trustScript } from '../../browser/trusted-scripts.ts';

/**
 * Script address for one project: `{id}` is replaced, or the id added as `?id=`. null: no id, or no loadable
 * address (A04).
 */
export function scriptAddress(src: string, id: string): string | null {
  if (id === '' || src === '') return null;
  const safe = encodeURIComponent(id);
  const filled = src.replaceAll('{id}', safe);
  if (!URL.canParse(filled)) return null;
  const url = new URL(filled);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  if (filled === src) url.searchParams.set('id', id);
  return url.href;
}

/** Never awaited: a script that hangs, is blocked or throws does not affect the shop. */
export function loadScript(doc: Document, address: string): void {
  const script = doc.createElement('script');
  script.async = true;
  trustScript(address);
  script.src = address;
  // The page's address may hold an order token.
  script.referrerPolicy = 'origin';
  doc.head.append(script);
}
