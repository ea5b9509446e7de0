import { typeCharacter } from './home.ts';
import { refuse, type SceneParts, type Scenes } from './scene.ts';

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
