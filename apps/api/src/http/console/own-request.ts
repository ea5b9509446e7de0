import type { IncomingHttpHeaders } from 'node:http';
import type { Refused } from './problem.ts';

/**
 * Refuses a changing request that another site may have sent. A form cannot set the header or this content type, a
 * script of another origin gets no CORS, and the browser itself says from where a request comes.
 * @param origin of the console
 */
export function foreignRequest(headers: IncomingHttpHeaders, origin: string): Refused | null {
  const site = headers['sec-fetch-site'];
  // Browsers before 2023 send no Sec-Fetch-Site, but an Origin with each of these requests.
  const isOurs = site === undefined ? headers.origin === origin : site === 'same-origin';
  if (!isOurs) {
    const detail = `Only pages of ${origin} may do this.`;
    return { status: 403, code: 'other_origin', detail };
  }
  if (headers['x-console'] !== '1') {
    const detail = 'The request has no header "X-Console: 1".';
    return { status: 403, code: 'no_console_header', detail };
  }
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== 'application/json') {
    const detail = 'The request has no "Content-Type: application/json".';
    return { status: 415, code: 'not_json', detail };
  }
  return null;
}
