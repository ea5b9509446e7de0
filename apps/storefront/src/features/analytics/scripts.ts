import { trustScript } from '../../browser/trusted-scripts.ts';

/**
 * The address of a service's script for one project: `{id}` stands for the id, and without it the
 * id is added as `?id=`. null: no id, or no address one could load (A04).
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

/** Never waited for: a script that hangs, is blocked or throws leaves the shop as it was. */
export function loadScript(doc: Document, address: string): void {
  const script = doc.createElement('script');
  script.async = true;
  trustScript(address);
  script.src = address;
  // The page's address may hold what is nobody's business.
  script.referrerPolicy = 'origin';
  doc.head.append(script);
}
