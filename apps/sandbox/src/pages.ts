import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';

const cache = new Map<string, string>();

export function browserFile(name: string): string {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');
  cache.set(name, text);
  return text;
}

/** Fills `{{name}}` in a page with escaped values. */
export function sendPage(
  reply: FastifyReply,
  name: string,
  values: Readonly<Record<string, string>>,
): FastifyReply {
  const html = browserFile(name).replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '');
  return (
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      // Banks and wallets forbid framing.
      .header('x-frame-options', 'DENY')
      .header('content-security-policy', "frame-ancestors 'none'")
      .send(html)
  );
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
