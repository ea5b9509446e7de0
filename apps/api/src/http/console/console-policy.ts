import { NO_PAGE_POLICY } from '../answer-headers.ts';
import { permissionsPolicy } from '../pages/policy.ts';

/** Headers of every answer of the console, beside those of answer-headers.ts. */
export const CONSOLE_HEADERS: Readonly<Record<string, string>> = {
  'referrer-policy': 'no-referrer',
  // The console opens no windows that talk back.
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': `${permissionsPolicy([])}, publickey-credentials-get=(self), publickey-credentials-create=(self)`,
  'x-robots-tag': 'noindex',
};

/** The policy of the console's pages: its own scripts, and Mantine's style elements by their nonce. */
export function consolePolicy(nonce: string, isSecure: boolean, previewUrl: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // The picture of one-time codes is an address of data.
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${previewUrl ?? "'none'"}`,
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** The policy of the description of the API: a document with one style sheet. */
export const DOCS_POLICY = `${NO_PAGE_POLICY}; style-src 'self'`;
