import { openHome, PRIMARY, signIn, type SceneParts, type Scenes, TOP_UP } from './scene.ts';

/** Beginning of an ID that exists: it neither ends in 0 nor starts with 9. */
const KNOWN_CID = '204518763';

export const HOME: Scenes = {
  home: async (parts) => openHome(parts),
  'home-bottom': async (parts) => {
    await openHome(parts);
    await parts.page.evaluate('scrollTo(0, document.body.scrollHeight)');
  },
  'home-servers': async (parts) => {
    await openHome(parts);
    await parts.page.locator(PRIMARY).click();
    await parts.page.locator('dialog [role=option]').first().waitFor();
  },
  'home-languages': async (parts) => {
    await openHome(parts);
    await parts.page.locator('main button[aria-haspopup=dialog]').first().click();
    await parts.page.locator('dialog [role=option]').first().waitFor();
  },
  'home-errors': async (parts) => {
    await openHome(parts);
    await parts.page.locator('main input').first().fill('12');
    await parts.page.locator('main input').first().blur();
  },
  'home-nobody': async (parts) => typeCharacter(parts, '1234567890'),
  'home-found': async (parts) => typeCharacter(parts, KNOWN_CID),
  'home-buy': async (parts) => {
    await openHome(parts);
    await parts.page.locator(TOP_UP).first().click();
    await parts.page.locator(PRIMARY).click();
    await parts.page.locator('dialog [data-primary], dialog [role=option]').first().waitFor();
  },
  'home-back': async (parts) => {
    await signIn(parts);
    await parts.page.goto(`/${parts.theme}`);
    await parts.page.locator(TOP_UP).first().waitFor();
  },
  'home-other-game': async (parts) => {
    const { page, theme } = parts;
    // The notice redirects to the other shop after two seconds; an empty answer prevents it.
    await page.route('**/*', (route) => {
      const isElsewhere = new URL(route.request().url()).pathname.split('/')[1] !== theme;
      const leaves = route.request().isNavigationRequest() && isElsewhere;
      return leaves ? route.fulfill({ status: 204 }) : route.fallback();
    });
    await typeCharacter(parts, '904518763');
  },
};

export async function typeCharacter(parts: SceneParts, cid: string): Promise<void> {
  const { page } = parts;
  await openHome(parts);
  await page.locator(PRIMARY).click();
  await page.locator('dialog [role=option]:not([aria-disabled])').first().click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  const answered = page.waitForResponse('**/api/user/role');
  await page.locator('main input').first().fill(cid);
  await answered;
}
