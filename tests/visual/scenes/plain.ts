import { closeScreen } from '../../support/browser/answers.ts';
import { signIn, type Scene, type Scenes } from './scene.ts';

/** Pages that need no goods. */
export const PLAIN: Scenes = {
  'in-construction': plain('/inConstruction'),
  maintenance: async (parts) => {
    // Keeps the page: with an answer it would redirect to the shop.
    await parts.page.route('**/api/common/heartbeat*', (route) => route.abort());
    await plain('/error/maintenance')(parts);
  },
  'not-found': plain('/nowhere'),
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
