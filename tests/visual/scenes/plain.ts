import { CODES } from '@webpay/contract/codes';
import { answerOf, closeScreen } from '../../support/browser/answers.ts';
import { openHome, refuse, signIn, type Scene, type SceneParts, type Scenes } from './scene.ts';
import { typeCharacter } from './home.ts';
import { signMallToken } from '../../../apps/api/src/domain/mall/mall-token.ts';
import { mallClaims } from '../../support/mall-buyer.ts';
import { want } from '../../support/shopper.ts';

/** Pages that need no goods. */
export const PLAIN: Scenes = {
  'in-construction': plain('/inConstruction'),
  maintenance: async (parts) => {
    // Keeps the page: with an answer it would redirect to the shop.
    await parts.page.route('**/api/common/heartbeat*', (route) => route.abort());
    await plain('/error/maintenance')(parts);
    await parts.page.locator('[data-set]').waitFor();
  },
  'maintenance-end': async ({ page, theme }) => {
    // Home leaves the cookie that names the theme.
    await openHome({ page, theme });
    await page.route('**/api/common/website/configs*', (route) =>
      route.fulfill(answerOf(CODES.OK, { opens_at: Date.now() + 7_200_000 })),
    );
    await page.goto('/error/maintenance');
    await page.locator('[data-set] text', { hasText: /\d/ }).waitFor();
  },
  'not-found': async (parts) => {
    await plain('/nowhere')(parts);
    // The set loads after the page.
    await parts.page.locator('[data-set]').waitFor();
  },
  login: plain('/login'),
  'not-open': async (parts) => {
    await signIn(parts);
    await closeScreen(parts.page, '/activity/card', 'card');
    await plain(`/${parts.theme}/activity/card`)(parts);
  },
};

function plain(address: string): Scene {
  return async ({ page }) => {
    await page.goto(address, { waitUntil: 'load' });
    await page.locator('h1').first().waitFor({ state: 'attached' });
  };
}

const LINK = '**/api/user/link';
const PHONE =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36';

export const LINKS: Scenes = {
  'link-expired': async (parts) => {
    // On a phone the link to the game stands beside the ID.
    await parts.page.addInitScript(
      `Object.defineProperty(navigator, 'userAgent', { value: ${JSON.stringify(PHONE)} })`,
    );
    await openWith(parts, 20_005);
    await parts.page.locator('[data-link] a[href*=":"]').waitFor();
  },
  'link-gone': async (parts) => openWith(parts, 10_008),
  'link-silent': async (parts) => openWith(parts, 10_504),
  'link-bound': async (parts) => {
    await refuse(parts.page, '**/api/user/role', 10_003);
    await typeCharacter(parts, '204518763');
  },
};

async function openWith({ page, theme }: SceneParts, code: number): Promise<void> {
  await refuse(page, LINK, code);
  await page.goto(`/${theme}#link=x`);
  await page.locator('[data-link] h1').waitFor();
}

export const MALL: Scenes = {
  mall: async (parts) => {
    await parts.page.goto(`/mallCheckout?token=${await tokenOf(parts)}`);
    await parts.page.frameLocator('iframe').locator('#number').waitFor();
  },
  'mall-forged': async (parts) => {
    await parts.page.goto(`/mallCheckout?token=${await tokenOf(parts)}x`);
    await parts.page.locator('main [role=alert]').waitFor();
  },
};

async function tokenOf({ theme, shopper }: SceneParts): Promise<string> {
  const { game_id } = await want(shopper.client.call('configs', {}));
  const opened = await shopper.open();
  const [item] = (await shopper.inquire(opened.token)).items;
  if (item === undefined) throw new Error('an order without an item');
  return signMallToken(
    `game-key-${game_id}`,
    mallClaims({
      website_code: theme,
      server_id: shopper.serverId,
      cid: shopper.cid,
      products: [{ product_id: item.product_id, count: 1 }],
    }),
  );
}
