/**
 * Trusted Types: a text becomes the address of a script only where whoever loads it has said so before. Which
 * hosts may be loaded from at all is the business of the page's policy (apps/api/src/http/pages/policy.ts),
 * which tells of violations and lets them be: the gateways' own scripts share the page.
 */
const announced = new Set<string>();
let isWatching = false;

/** To be called before an address is handed to anything that loads it as a script; its query is free. */
export function trustScript(address: string): void {
  announced.add(placeOf(address));
  if (isWatching) return;
  isWatching = true;
  try {
    // The default policy is asked where a library hands over a plain text, as PayPal's does.
    trustedTypes()?.createPolicy('default', {
      createScriptURL: (asked) => (announced.has(placeOf(asked)) ? asked : null),
    });
  } catch {
    // A tag manager's policy was there first: it decides, and we are only told.
  }
}

function placeOf(address: string): string {
  const { origin, pathname } = new URL(address, window.location.origin);
  return origin + pathname;
}

type Factory = {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string | null },
  ): unknown;
};

/** Chrome since 83, Safari since 26; nothing elsewhere. */
function trustedTypes(): Factory | undefined {
  return (globalThis as { trustedTypes?: Factory }).trustedTypes;
}
