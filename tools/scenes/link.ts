import { typeCharacter } from './home.ts';
import { refuse, type SceneParts, type Scenes } from './scene.ts';

const LINK = '**/api/user/link';

export const LINKS: Scenes = {
  'link-expired': async (parts) => openWith(parts, 20_005),
  'link-gone': async (parts) => openWith(parts, 10_008),
  'link-silent': async (parts) => openWith(parts, 10_504),
  'link-bound': async (parts) => {
    await refuse(parts.page, '**/api/user/role', 10_003);
    await typeCharacter(parts, '204518763');
  },
};

/** A link that the server answers with this code. */
async function openWith({ page, theme }: SceneParts, code: number): Promise<void> {
  await refuse(page, LINK, code);
  await page.goto(`/${theme}#link=x`);
  await page.locator('[data-link] h1').waitFor();
}
