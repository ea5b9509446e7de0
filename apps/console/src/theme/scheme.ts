/** Chosen colour scheme. Sign-in has no Mantine, so both read the same key of the browser's storage. */

export const SCHEME_KEY = 'console-colour-scheme';

/** Sets the chosen scheme before the first paint. Without a choice the style sheets follow the system. */
export function applyScheme(): void {
  const chosen = readScheme();
  if (chosen === 'light' || chosen === 'dark') {
    document.documentElement.dataset['mantineColorScheme'] = chosen;
  }
}

function readScheme(): string | null {
  try {
    return window.localStorage.getItem(SCHEME_KEY);
  } catch {
    return null;
  }
}
