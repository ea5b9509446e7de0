/**
 * Trusted Types: allows script addresses only after `trustScript`. The page's policy decides on
 * hosts and only reports violations (apps/api/src/http/pages/policy.ts).
 */
const trusted = new Set<string>();
let isWatching = false;

/** Allows an address, whatever its query, before it is loaded as a script. */
export function trustScript(address: string): void {
  trusted.add(withoutQuery(address));
  if (isWatching) return;
  isWatching = true;
  try {
    // The default policy handles plain strings from libraries such as PayPal's.
    trustedTypes()?.createPolicy('default', {
      createScriptURL: (address) => (trusted.has(withoutQuery(address)) ? address : null),
    });
  } catch {
    // A tag manager's policy exists already and decides.
  }
}

function withoutQuery(address: string): string {
  const { origin, pathname } = new URL(address, window.location.origin);
  return origin + pathname;
}

type Factory = {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string | null },
  ): unknown;
};

/** Available in Chrome since 83 and Safari since 26. */
const trustedTypes = () => (globalThis as { trustedTypes?: Factory }).trustedTypes;
