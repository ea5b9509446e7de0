import type { Page } from '@playwright/test';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runAxe } from '../../../../tests/support/browser/run-axe.ts';
import { type Kit, openKit } from '../testing/open-kit.ts';

vi.setConfig({ testTimeout: 300_000 });

let kit: Kit;
beforeAll(async () => {
  kit = await openKit();
});
afterAll(() => kit.close());

const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement;
    return active?.getAttribute('aria-label') ?? active?.textContent ?? '';
  });
/** Runs in the page: true when no finite animation runs. */
const isStill = (): boolean =>
  document
    .getAnimations()
    .every(
      ({ effect, playState }) =>
        playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
    );
const text = (page: Page, id: string) => page.locator(`#${id}`).textContent();

/** Stops the page's clock: time passes only by `pass`. */
async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.install({ time: now });
  // The clock runs until it stops, and never back: a second has passed by then on a busy machine.
  await page.clock.pauseAt(now + 60_000);
}

/** Advances the clock and waits until React has rendered by its message channel. */
async function pass(page: Page, ms: number): Promise<void> {
  await page.clock.runFor(ms);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(null);
      }),
  );
}

describe('the confirmation popup', () => {
  it('[A17] is hidden by default, has Cancel and Confirm, and closes by its buttons', async () => {
    const page = await kit.open();
    const popup = page.getByRole('alertdialog');
    expect(await popup.count()).toBe(0);
    for (const button of ['Cancel', 'Confirm', 'Close']) {
      await page.getByRole('button', { name: 'popup plain' }).click();
      await popup.getByRole('button', { name: button }).click();
      await popup.waitFor({ state: 'detached' });
    }
    await expect.poll(() => focused(page)).toBe('popup plain');
  });

  it('[A17] runs its handlers, and closes by ✕ and overlay', async () => {
    const page = await kit.open();
    const popup = page.getByRole('alertdialog');
    await page.getByRole('button', { name: 'popup handlers' }).click();
    await expect.poll(() => focused(page)).toBe('Remove');
    await popup.getByRole('button', { name: 'Keep' }).click();
    await popup.getByRole('button', { name: 'Remove' }).click();
    expect(await text(page, 'popup-log')).toBe('left right');
    expect(await popup.isVisible()).toBe(true);
    await page.mouse.click(180, 12);
    await popup.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'popup handlers' }).click();
    await popup.getByRole('button', { name: 'Close' }).click();
    await popup.waitFor({ state: 'detached' });
    expect(await text(page, 'popup-log')).toBe('left right icon icon');
  });

  it('[A09] [A17] ignores Escape; a locked popup closes only by its button, not by the first Back', async () => {
    const page = await kit.open();
    const popup = page.getByRole('alertdialog');
    await page.getByRole('button', { name: 'popup locked' }).click();
    for (let time = 0; time < 4; time += 1) await page.keyboard.press('Escape');
    await page.mouse.click(180, 12);
    await page.goBack();
    expect(await popup.isVisible()).toBe(true);
    expect(await popup.getByRole('button', { name: 'Close' }).count()).toBe(0);
    await popup.getByRole('button', { name: 'Cancel' }).click();
    await popup.waitFor({ state: 'detached' });
  });

  it('[A17] focuses its first field', async () => {
    const page = await kit.open();
    await page.getByRole('button', { name: 'popup field' }).click();
    await expect
      .poll(() =>
        page.getByLabel('Mail code').evaluate((field) => field === document.activeElement),
      )
      .toBe(true);
  });
});

describe('the picker', () => {
  it('[F01] searches all regions by keyboard and returns the focus', async () => {
    const page = await kit.open();
    await page.getByRole('button', { name: 'servers' }).click();
    const options = page.getByRole('option');
    expect(await options.count()).toBe(6);
    await expect
      .poll(() => page.getByRole('combobox').evaluate((it) => it === document.activeElement))
      .toBe(true);
    await page.keyboard.type('s11');
    await expect.poll(() => options.allTextContents()).toEqual(['S11 Silverfen · Americas']);
    await expect.poll(() => page.getByRole('status').allTextContents()).toContain('1 result');
    await page.keyboard.press('Enter');
    expect(await text(page, 'server')).toBe('s1');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('servers');
  });

  it('[F01] refuses a server in maintenance, and explains an empty result', async () => {
    const page = await kit.open();
    await page.getByRole('button', { name: 'servers' }).click();
    // Dispatched, because the sheet may still be moving.
    await page.getByRole('option', { name: /S12/ }).dispatchEvent('click');
    expect(await text(page, 'server')).toBe('s0');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').fill('xyz');
    await page.getByText('No server called "xyz".').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await text(page, 'server')).toBe('s0');
  });

  it('[F01] shows the servers of the chosen region', async () => {
    const page = await kit.open();
    await page.getByRole('button', { name: 'servers' }).click();
    await page.getByRole('button', { name: 'Americas' }).click();
    await page.getByRole('option', { name: 'S13 Dawnharbor' }).click();
    expect(await text(page, 'server')).toBe('s3');
  });
});

describe('the stepper', () => {
  it('[A16] steps, clamps, and accepts typing and keys', async () => {
    const page = await kit.open();
    const number = page.getByRole('spinbutton', { name: 'Royal armory' });
    const more = page.getByRole('button', { name: 'Add one Royal armory' });
    const fewer = page.getByRole('button', { name: 'Remove one Royal armory' });
    expect(await fewer.getAttribute('aria-disabled')).toBe('true');
    await more.click();
    expect(await number.inputValue()).toBe('2');
    await number.fill('77');
    await number.blur();
    expect(await number.inputValue()).toBe('5');
    expect(await more.getAttribute('aria-disabled')).toBe('true');
    await number.fill('');
    await number.blur();
    expect(await number.inputValue()).toBe('5');
    await number.press('ArrowDown');
    expect(await number.getAttribute('aria-valuenow')).toBe('4');
    await page.getByRole('button', { name: 'Add one Share' }).click();
    expect(await page.getByRole('spinbutton', { name: 'Share' }).inputValue()).toBe('0.6');
  });

  it('[A16] repeats every 200 ms once a press has lasted 600 ms', async () => {
    const page = await kit.open();
    const number = page.getByRole('spinbutton', { name: 'Royal armory' });
    await stopClock(page);
    await page.getByRole('button', { name: 'Add one Royal armory' }).hover();
    await page.mouse.down();
    const seen: string[] = [];
    for (const ms of [599, 1, 199, 1, 200, 1000]) {
      await pass(page, ms);
      seen.push(await number.inputValue());
    }
    await page.mouse.up();
    expect(seen).toEqual(['1', '2', '2', '3', '4', '5']);
    expect(await number.inputValue()).toBe('5');
  });
});

describe('the toast', () => {
  it('[A15] stays 2000 ms, one at a time', async () => {
    const page = await kit.open();
    await stopClock(page);
    const shown = () => page.getByRole('status').allTextContents();
    await page.getByRole('button', { name: 'toast', exact: true }).click();
    await pass(page, 1500);
    expect(await shown()).toContain('plain');
    await page.getByRole('button', { name: 'Continue' }).click({ force: true });
    expect(await shown()).toContain('led to the server');
    expect(await shown()).not.toContain('plain');
    await pass(page, 1999);
    expect(await shown()).toContain('led to the server');
    await pass(page, 1);
    expect((await shown()).join('')).toBe('');
  });

  it('[A15] stays 5 s where it offers an action', async () => {
    const page = await kit.open();
    await stopClock(page);
    await page.getByRole('button', { name: 'toast with action' }).click();
    await pass(page, 4900);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await page.getByRole('radio', { name: 'PayPal' }).isChecked()).toBe(true);
    expect((await page.getByRole('status').allTextContents()).join('')).toBe('');
  });
});

it('[A14] tries a picture three times, and requests a far one only when it comes near', async () => {
  const page = await kit.open();
  await expect.poll(() => kit.asked('/broken.webp')).toBe(3);
  await page.waitForTimeout(800);
  expect(kit.asked('/broken.webp')).toBe(3);
  expect(kit.asked('/far.webp')).toBe(0);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => kit.asked('/far.webp')).toBe(1);
});

it('ignores presses of a busy button and keeps its width', async () => {
  const page = await kit.open();
  const pay = page.getByRole('button', { name: /Pay/ }).first();
  const before = await pay.boundingBox();
  await pay.dblclick();
  await pay.press('Enter');
  expect(await text(page, 'presses')).toBe('1');
  expect((await pay.boundingBox())?.width).toBe(before?.width);
});

it('counts down to zero, reports the end once, and moves through radios by arrows', async () => {
  const page = await kit.open();
  await expect.poll(() => text(page, 'ended')).toBe('1');
  await page.getByRole('radio', { name: 'Card' }).focus();
  await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('radio', { name: 'PayPal' }).isChecked()).toBe(true);
  await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('radio', { name: 'Card' }).isChecked()).toBe(true);
  expect(await page.getByText('card form').isVisible()).toBe(true);
});

it('[A05] sets the root font to a tenth of the width, from 20 to 50 px', async () => {
  const page = await kit.open();
  const rootFont = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  for (const [width, size] of [
    [150, '20px'],
    [200, '20px'],
    [360, '36px'],
    [499, '49.9px'],
    [500, '50px'],
    [1280, '50px'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(rootFont, { message: `${width} px wide` }).toBe(size);
  }
});

it('passes axe, also with popup and picker open', async () => {
  const page = await kit.open();
  for (const opener of ['', 'popup plain', 'servers']) {
    if (opener) await page.getByRole('button', { name: opener }).click();
    // axe reads colours, which animations still change.
    await page.waitForFunction(isStill);
    const violations = await runAxe(page);
    expect(violations.map((found) => `${found.id}: ${found.nodes[0]?.html}`)).toEqual([]);
    if (!opener) continue;
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
  }
});

it('shows every component of ui in its states, and all of them pass axe', async () => {
  const page = await kit.open({}, '');
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect((await page.locator('section > h2').allTextContents()).toSorted()).toEqual(
    folders.toSorted(),
  );
  await page.waitForFunction(isStill);
  // The sky of a hero belongs to a project's theme. Several mains and banners are this page's own.
  const off = { enabled: false };
  const violations = await runAxe(page, {
    parts: { include: ['section'], exclude: ['[data-hero]'] },
    rules: {
      'landmark-no-duplicate-main': off,
      'landmark-main-is-top-level': off,
      'landmark-unique': off,
      'landmark-no-duplicate-banner': off,
    },
  });
  expect(violations.map((found) => `${found.id}: ${found.nodes[0]?.html}`)).toEqual([]);
});
