export type Device = {
  readonly os: 'ios' | 'android' | 'other';
  /** The app whose web view shows the page, or null in a browser. */
  readonly inApp: string | null;
};

const IN_APP: readonly (readonly [name: string, mark: RegExp])[] = [
  ['facebook', /\bFBA[NV]|FB_IAB/],
  ['instagram', /\bInstagram\b/],
  ['line', /\bLine\//i],
  ['wechat', /\bMicroMessenger\//],
  ['tiktok', /\b(?:musical_ly|BytedanceWebview|TikTok)/i],
  ['twitter', /\bTwitter(?:Android| for )/],
  ['snapchat', /\bSnapchat\b/],
  ['kakaotalk', /\bKAKAOTALK\b/],
  ['discord', /\bDiscord\//],
  // Any other web view: Android marks them "wv", iOS leaves "Safari" out.
  ['webview', /; wv\)|^(?=.*\b(?:iPhone|iPad|iPod)\b)(?=.*AppleWebKit)(?!.*Safari\/)/],
];

/** `touchPoints`: an iPad calls itself a Mac, but a Mac has no touch screen. */
export function detectDevice(userAgent: string, touchPoints = 0): Device {
  const isIpad = /\bMacintosh\b/.test(userAgent) && touchPoints > 1;
  const os =
    /\b(?:iPhone|iPad|iPod)\b/.test(userAgent) || isIpad
      ? 'ios'
      : /\bAndroid\b/.test(userAgent)
        ? 'android'
        : 'other';
  return { os, inApp: IN_APP.find(([, mark]) => mark.test(userAgent))?.[0] ?? null };
}

export const thisDevice = () => detectDevice(navigator.userAgent, navigator.maxTouchPoints);

type ApplePay = { readonly canMakePayments?: () => boolean };

/** True when the browser has Apple Pay and the device may pay with it. */
export function supportsApplePay(): boolean {
  const session = (globalThis as { ApplePaySession?: ApplePay }).ApplePaySession;
  try {
    return session?.canMakePayments?.() === true;
  } catch {
    // Thrown on pages without https.
    return false;
  }
}
