/**
 * The project whose theme the mall's checkout shows (R05), from its token or its address. The token
 * is not verified here: a wrong guess shows another theme, and the order's own call refuses.
 * @param url path and query of the request
 */
export function mallProjectOf(url: string): string | null {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const token = query.get('token');
  const code = token === null ? query.get('website_code') : codeInToken(token);
  return code !== null && /^[A-Za-z0-9_-]{1,64}$/.test(code) ? code : null;
}

const LONGEST_TOKEN = 4096;

function codeInToken(token: string): string | null {
  if (token.length > LONGEST_TOKEN) return null;
  const [payload = ''] = token.split('.', 1);
  try {
    const said: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    if (typeof said !== 'object' || said === null || !('website_code' in said)) return null;
    return typeof said.website_code === 'string' ? said.website_code : null;
  } catch {
    return null;
  }
}
