import type { FastifyInstance } from 'fastify';
import { browserFile } from './pages.ts';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json; charset=utf-8',
};

/** Address → file of `browser/`. Nothing else can be fetched. */
const FILES: Readonly<Record<string, string>> = {
  '/': 'mailbox.html',
  '/mailbox.js': 'mailbox.js',
  '/mailbox.css': 'mailbox.css',
  '/sandbox.css': 'sandbox.css',
  '/favicon.ico': 'icon.svg',
  '/openapi.json': '../../../../docs/reference/openapi.json',
  '/payermax/dropin.js': 'dropin.js',
  '/payermax/dropin/card.html': 'card.html',
  '/payermax/dropin/card.css': 'card.css',
  '/payermax/dropin/card.js': 'card.js',
  '/payermax/dropin/brands.js': 'brands.js',
  '/payermax/dropin/texts.js': 'texts/card.json',
  '/payermax/dropin/frame.js': 'frame.js',
  '/payermax/dropin/wallet.html': 'wallet.html',
  '/payermax/dropin/wallet.js': 'wallet.js',
  '/payermax/3ds-done.js': '3ds-done.js',
  '/paypal/wait.js': 'paypal-wait.js',
  '/paypal/approve.js': 'approve.js',
  '/paypal/approve.css': 'approve.css',
};

export function serveFiles(app: FastifyInstance): void {
  for (const [address, name] of Object.entries(FILES)) {
    // A script, because not every browser of the shop imports JSON.
    const isModule = name === 'texts/card.json';
    const type = TYPES[isModule ? 'js' : (name.split('.').at(-1) ?? '')] ?? 'text/plain';
    app.get(address, (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'no-cache')
        // The shop loads these scripts from another origin.
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(isModule ? `export const TEXTS = ${browserFile(name)};` : browserFile(name)),
    );
  }
}
