import type { Page } from '@playwright/test';
import {
  openHome,
  PRIMARY,
  refuse,
  signIn,
  TOP_UP,
  type SceneParts,
  type Scenes,
} from './scene.ts';

const ROW = 'main button[aria-haspopup=dialog]:has(use[href="#i-shield"], use[href="#i-lock"])';
const WAY = (icon: string) => `dialog button:has(use[href="#i-${icon}"])`;
const PASSWORDS = 'dialog input[type=password]';
const CODE = 'dialog input[autocomplete=one-time-code]';
const SEND = 'dialog form span > span + button';
const PRESS = 'dialog [data-primary]';

const CALLS = '**/api/user/';

/** Every dialog of the access password, with its errors. */
export const ACCESS: Scenes = {
  'access-set': async (parts) => openSet(parts),
  'access-typed': async (parts) => {
    await openSet(parts);
    await parts.page.locator(PASSWORDS).first().fill('dawn77');
    await parts.page.locator(PASSWORDS).nth(1).fill('dawn7');
    await parts.page.locator(PASSWORDS).nth(1).blur();
    await send(parts.page);
  },
  'access-missing': async (parts) => {
    await openSet(parts);
    await parts.page.locator(PRESS).click();
    await parts.page.locator('dialog [role=alert]').nth(2).waitFor();
  },
  'access-space': async (parts) => {
    await openSet(parts);
    await parts.page.locator(PASSWORDS).first().fill('dawn of the seventh day');
  },
  'access-wrong-code': async (parts) => {
    await openSet(parts);
    await send(parts.page);
    await answer(parts.page, `${CALLS}password/set`, 10_067, { tries_left: 4 });
    await fillIn(parts.page);
    await parts.page.locator('dialog [role=alert]').waitFor();
  },
  'access-mail-failed': async (parts) => {
    await openSet(parts);
    await refuse(parts.page, `${CALLS}mail_code`, 10_004);
    await parts.page.locator(SEND).click();
    await parts.page.locator('dialog [role=alert]').waitFor();
  },
  'access-picture': async (parts) => {
    await openSet(parts);
    await send(parts.page);
    await picture(parts.page);
    await answer(parts.page, `${CALLS}password/set`, 20_003);
    await fillIn(parts.page);
    await parts.page.locator('dialog img[width]').waitFor();
  },
  'access-refused': async (parts) => {
    await openSet(parts);
    await send(parts.page);
    await answer(parts.page, `${CALLS}password/set`, 10_002);
    await fillIn(parts.page);
    await parts.page.locator('dialog [role=alert]').waitFor();
  },
  'access-protected': async (parts) => {
    await openBack(parts, true);
  },
  'access-menu': async (parts) => openMenu(parts),
  'access-change': async (parts) => {
    await openMenu(parts);
    await parts.page.locator(WAY('lock')).click();
    await parts.page.locator(CODE).waitFor();
  },
  'access-remove': async (parts) => {
    await openMenu(parts);
    await parts.page.locator(WAY('trash')).click();
    await parts.page.locator(CODE).waitFor();
  },
  'access-forgot': async (parts) => {
    await picture(parts.page);
    await openMenu(parts);
    await parts.page.locator(WAY('mail')).click();
    await parts.page.locator('dialog img[width]').waitFor();
  },
  'access-no-picture': async (parts) => {
    await refuse(parts.page, '**/api/common/captcha', 10_002);
    await openMenu(parts);
    await parts.page.locator(WAY('mail')).click();
    await parts.page.locator('dialog [role=alert]').waitFor();
  },
  'access-reset': async (parts) => {
    await picture(parts.page);
    await openMenu(parts);
    await parts.page.locator(WAY('mail')).click();
    await parts.page.locator('dialog img[width]').waitFor();
    await answer(parts.page, `${CALLS}mail_code`, 200, { resend_after_ms: 52_000 });
    await parts.page.locator('dialog input:not([hidden])').fill('K7WP');
    await parts.page.locator(PRESS).click();
    await parts.page.locator(CODE).waitFor();
  },
  'access-needed': async (parts) => {
    await openNeeded(parts);
    await parts.page.locator('dialog button:has(use[href="#i-close"])').click();
    await parts.page.locator('dialog').waitFor({ state: 'detached' });
  },
  'access-needed-set': async (parts) => openNeeded(parts),
  'access-locked': async (parts) => typeProtected(parts, 20_001),
  'access-wrong-password': async (parts) => {
    await typeProtected(parts, 20_001);
    await unlock(parts, 20_002);
  },
  'access-locked-picture': async (parts) => {
    await picture(parts.page);
    await typeProtected(parts, 20_001);
    await unlock(parts, 20_003);
    await parts.page.locator('main img[width="240"]').waitFor();
  },
};

async function openBack(parts: SceneParts, isProtected: boolean): Promise<void> {
  const { page, theme } = parts;
  await signIn(parts);
  await page.evaluate(
    `{ const key = 'webpay:user:${theme}'; const user = JSON.parse(localStorage.getItem(key)); localStorage.setItem(key, JSON.stringify({ ...user, has_pwd: ${isProtected} })) }`,
  );
  await page.goto(`/${theme}`);
  await page.locator(TOP_UP).first().waitFor();
}

async function openSet(parts: SceneParts): Promise<void> {
  await openBack(parts, false);
  await parts.page.locator(ROW).click();
  await parts.page.locator(CODE).waitFor();
}

/** Opens a project that sells nothing to a character without a password. */
async function openNeeded(parts: SceneParts): Promise<void> {
  const { page, theme } = parts;
  await signIn(parts);
  await page.route(`**/${theme}`, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const body = text.replace('"pwd_status":"0"', '"pwd_status":"1"');
    await route.fulfill({ response, body });
  });
  await page.goto(`/${theme}`);
  await page.locator(CODE).waitFor();
}

async function openMenu(parts: SceneParts): Promise<void> {
  await openBack(parts, true);
  await parts.page.locator(ROW).click();
  await parts.page.locator(WAY('trash')).waitFor();
}

async function send(page: Page): Promise<void> {
  await answer(page, `${CALLS}mail_code`, 200, { resend_after_ms: 52_000 });
  await page.locator(SEND).click();
  await page.locator(`${SEND}[aria-disabled]:not([aria-busy])`).waitFor();
}

async function fillIn(page: Page): Promise<void> {
  for (const field of await page.locator(PASSWORDS).all()) await field.fill('dawn77');
  await page.locator(CODE).fill('048213');
  await page.locator(PRESS).click();
}

/** An image code: its look is not under test. */
export async function picture(page: Page): Promise<void> {
  const image = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="80"><rect width="240" height="80" fill="#f2efe6"/><g font-family="serif" font-size="52" font-style="italic" fill="#2b2f6b"><text x="26" y="60">K</text><text x="82" y="52">7</text><text x="130" y="62">W</text><text x="190" y="54">P</text></g></svg>`;
  await answer(page, '**/api/common/captcha', 200, {
    v_code_md5: 'example',
    image: `data:image/svg+xml,${encodeURIComponent(image)}`,
    work: null,
  });
}

async function typeProtected(parts: SceneParts, code: number): Promise<void> {
  const { page } = parts;
  await answer(page, `${CALLS}role`, code);
  await openHome(parts);
  await page.locator(PRIMARY).click();
  await page.locator('dialog [role=option]:not([aria-disabled])').first().click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.locator('main input').first().fill('204518763');
  await page.locator('main input[type=password]').waitFor();
}

async function unlock({ page }: SceneParts, code: number): Promise<void> {
  await answer(page, `${CALLS}role`, code);
  await page.locator('main input[type=password]').fill('dawn78');
  await page.locator(PRIMARY).last().click();
  await page.locator(`${PRIMARY}:not([aria-busy])`).waitFor();
}

async function answer(page: Page, address: string, code: number, result: unknown = null) {
  await page.route(address, (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { code, msg: '', result, _: Date.now() },
    }),
  );
}
