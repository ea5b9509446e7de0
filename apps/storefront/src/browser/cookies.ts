const YEAR_S = 31_536_000;

/**
 * The few things the server's renderer must know and nobody needs to keep secret: `lang`,
 * `country` and `known=1`, `country` and `popup` below /{project}, `project` below /error.
 */
export function setCookie(name: string, value: string, path: string, lastsS = YEAR_S): void {
  write(`${name}=${value}; Path=${path}; Max-Age=${lastsS}`);
}

export function dropCookie(name: string, path: string): void {
  write(`${name}=; Path=${path}; Max-Age=0`);
}

/** Whether the browser took the cookie; some take none. */
export function hasCookie(name: string, value: string): boolean {
  return document.cookie.split('; ').includes(`${name}=${value}`);
}

function write(cookie: string): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookie}; SameSite=Lax${secure}`;
}
