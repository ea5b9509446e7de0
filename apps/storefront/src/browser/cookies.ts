const YEAR_S = 31_536_000;

/**
 * Writes the cookies that the server's renderer reads, none secret: `lang`, `country`, `known=1`
 * and `popup` below /{project}, `project` below /error.
 */
export function setCookie(name: string, value: string, path: string, lastsS = YEAR_S): void {
  write(`${name}=${value}; Path=${path}; Max-Age=${lastsS}`);
}

export function dropCookie(name: string, path: string): void {
  write(`${name}=; Path=${path}; Max-Age=0`);
}

/** True when the browser accepted the cookie. */
export function hasCookie(name: string, value: string): boolean {
  return document.cookie.split('; ').includes(`${name}=${value}`);
}

/** The first value of a cookie; null where there is none. */
export function readCookie(name: string): string | null {
  const own = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return own?.slice(name.length + 1) ?? null;
}

function write(cookie: string): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookie}; SameSite=Lax${secure}`;
}
