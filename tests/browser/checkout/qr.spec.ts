import { findBarriers } from '../../support/browser/axe.ts';
import { chooseCountry, openCheckout } from '../../support/browser/checkout.ts';
import { signIn } from '../../support/browser/player.ts';
import { addresses } from '../../support/browser/shop.ts';
import { resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';
import { answerLocal, scanQr } from '../../support/shopper.ts';

test('[F04] Pix asks for a CPF, shows its code, and its payment shows by itself, at 360 and 1280', async ({
  page,
}) => {
  const findsNone = async () => {
    for (const width of [1280, 360]) {
      await resizeTo(page, { width, height: 800 });
      expect(await findBarriers(page), `${width} px`).toEqual([]);
    }
  };
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(page);
  await openCheckout(page);
  await chooseCountry(page, 'Brazil');
  await page.getByRole('radio', { name: 'Pix' }).check();
  const cpf = page.getByRole('textbox', { name: 'CPF or CNPJ' });
  const pay = page.getByRole('button', { name: /^Pay / });
  await cpf.fill('111.444.777-36');
  await pay.click();
  await expect(cpf).toBeFocused();
  await expect(page.getByRole('alert')).toHaveText('Check this entry. Example: 123.456.789-09');
  await findsNone();
  await cpf.fill('111.444.777-35');
  await resizeTo(page, { width: 1280, height: 800 });
  await pay.click();

  const headline = page.getByRole('heading', { level: 1 });
  await expect(headline).toHaveText('Pay with Pix');
  const picture = page.getByRole('img', { name: 'QR code' });
  const shown = () => page.getByText(/^000201/).innerText();
  for (const width of [1280, 360]) {
    await resizeTo(page, { width, height: 800 });
    await expect(picture).toBeVisible();
    await expect(page.getByRole('timer')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy the code' })).toBeVisible();
    await expect(page.getByText(/^000201/)).toBeVisible();
  }
  await findsNone();
  const code = await shown();
  await page.reload();
  await expect(picture).toBeVisible();
  await expect.poll(shown).toBe(code);
  // Its player did not ask the device to remember it. Three of its digits may stand in any ID or time.
  expect(await page.evaluate(() => Object.values<unknown>(localStorage).join())).not.toMatch(
    /111\.?444\.?777/,
  );
  await scanQr(addresses(), code, 'approve');
  await expect(headline).toHaveText('60 Gems delivered');
});

test('[F04] a code that has ended gives a new one with one press @full', async ({ page }) => {
  await signIn(page);
  await openCheckout(page);
  await chooseCountry(page, 'Thailand');
  await page.getByRole('radio', { name: 'PromptPay' }).check();
  await page.getByRole('button', { name: /^Pay / }).click();
  const code = await page.getByText(/^000201/).innerText();
  await scanQr(addresses(), code, 'expire');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The code has ended');
  await page.getByRole('button', { name: 'Make a new code' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expect(page.getByText(/^000201/)).not.toHaveText(code);
});

test('[F04] GoPay shows its code at a computer, and the payment on a phone shows by itself @full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page);
  await openCheckout(page);
  await chooseCountry(page, 'Indonesia');
  await page.getByRole('radio', { name: 'GoPay' }).check();
  await page.getByRole('button', { name: /^Pay / }).click();
  const picture = page.getByRole('img', { name: 'QR code' });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(480);
  await expect(page.getByRole('timer')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  const id = (await picture.getAttribute('src'))?.split('/').at(-1) ?? '';
  await answerLocal(`${addresses().sandboxUrl}/payermax/local/${id}`, 'approve_and_stay');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('60 Gems delivered');
});
