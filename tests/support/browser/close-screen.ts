import type { Page } from '@playwright/test';

/** The page at this path below a project as one that has not opened the screen would send it. */
export async function closeScreen(page: Page, path: string, screen: string): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    const sent = await response.text();
    const body = sent.replace(
      /("open_screens":\[)([^\]]*)\]/,
      (_, start: string, names: string) =>
        `${start}${names
          .split(',')
          .filter((name) => name !== `"${screen}"`)
          .join(',')}]`,
    );
    if (body === sent) throw new Error(`the page does not say that ${screen} is open`);
    await route.fulfill({ response, body });
  });
}
