import type { Page, Response } from '@playwright/test';
import { buyAs } from '../../support/browser/checkout.ts';
import { hideTab, listenTo } from '../../support/browser/observe.ts';
import { expectOneParty, watchParties } from '../../support/browser/parties.ts';
import { signIn } from '../../support/browser/player.ts';
import { isTakenOver } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const BARGAIN = '/miniflix/activity/bargainirg';
const WHEEL = `${BARGAIN}#wheel`;
const PRIZE = /^You won /;

const boardOf = (page: Page) => page.locator('[data-step]');
const spinButton = (page: Page) => page.getByRole('button', { name: 'Spin now' });
const spinAnswered = (page: Page) => page.waitForResponse('**/bargain/spin');

/** Queues the draw until the returned function is called. */
async function holdSpin(page: Page): Promise<() => void> {
  const { promise: isFree, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/bargain/spin', async (route) => {
    await isFree;
    await route.continue();
  });
  return letGo;
}

const expectToRun = (page: Page): Promise<void> =>
  expect(boardOf(page)).toHaveAttribute('data-step', /[123]/);

/** Stops the page's clock, which the test has installed before. */
async function holdTime(page: Page): Promise<void> {
  await isTakenOver(page);
  // The clock runs until it reaches the pause.
  const stopAt = await page.evaluate(() => Date.now() + 10_000);
  await page.clock.pauseAt(stopAt);
}

async function prizeOf(answered: Promise<Response>): Promise<string> {
  const answer = (await (await answered).json()) as { result: { prize_index: number } };
  return String(answer.result.prize_index);
}

async function countKnocks(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    sessionStorage.setItem('knocks', '0');
    navigator.vibrate = () => {
      sessionStorage.setItem('knocks', String(Number(sessionStorage.getItem('knocks')) + 1));
      return true;
    };
  });
  return () => page.evaluate(() => sessionStorage.getItem('knocks'));
}

/** Expects the light on the prize's cell, which is marked as current. */
async function expectToRestOn(page: Page, prize: string): Promise<void> {
  await expect(boardOf(page)).toHaveAttribute('data-lit', prize);
  await expect(boardOf(page)).toHaveAttribute('data-step', '0');
  await expect(page.locator('[data-cell][aria-current]')).toHaveAttribute('data-cell', prize);
  await expect.poll(() => litCell(page)).toBe(prize);
}

/** Finds the cell under the middle of the light. */
function litCell(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const light = document.querySelector('[data-light]')?.getBoundingClientRect();
    if (light === undefined) return undefined;
    const [x, y] = [light.x + light.width / 2, light.y + light.height / 2];
    const cell = [...document.querySelectorAll<HTMLElement>('[data-cell]')].find((each) => {
      const box = each.getBoundingClientRect();
      return box.left < x && x < box.right && box.top < y && y < box.bottom;
    });
    return cell?.dataset['cell'];
  });
}

test('[F08] a reloaded spin ends on the server’s prize, and another tab gets no second spin @full', async ({
  page,
  context,
}) => {
  await signIn(page);
  await page.goto(WHEEL);
  const other = await context.newPage();
  const heardThere = await listenTo(other);
  await other.goto(WHEEL);
  await expect(spinButton(page)).toBeVisible();
  await expect(spinButton(other)).toBeVisible();

  const letGo = await holdSpin(page);
  const answered = spinAnswered(page);
  await spinButton(page).dblclick();
  await expectToRun(page);
  letGo();
  const prize = await prizeOf(answered);
  await page.reload();
  await expectToRestOn(page, prize);
  await expect(page.getByRole('button', { name: /^Spin, none left today$/ })).toBeVisible();

  await spinButton(other).click();
  await heardThere.announced('No spins left today. Try again tomorrow.');
  await expectToRestOn(other, prize);
});

test('[F08] the wheel runs through its steps, ends on the drawn prize with a vibration and one celebration within 1.2 s, and names the prize @full', async ({
  page,
}) => {
  const knocks = await countKnocks(page);
  const parties = await watchParties(page);
  await signIn(page);
  await page.clock.install();
  await page.goto(WHEEL);
  await expect(spinButton(page)).toBeVisible();
  await holdTime(page);
  const seen = await boardOf(page).evaluateHandle((board) => {
    const steps: (string | null)[] = [];
    new MutationObserver(() => void steps.push(board.getAttribute('data-step'))).observe(board, {
      attributeFilter: ['data-step'],
    });
    return steps;
  });
  const answered = spinAnswered(page);
  await page.getByRole('button', { name: /^Spin, 1 left today$/ }).click();
  const prize = await prizeOf(answered);
  const runOn = async () => {
    await page.clock.runFor(250);
    // One of the eight prizes has no constant phase.
    return (await seen.jsonValue()).filter((step) => step !== '2');
  };
  await expect.poll(runOn, { intervals: [20] }).toEqual(['1', '3', '0']);
  await page.clock.resume();
  await expectToRestOn(page, prize);
  const sheet = page.getByRole('dialog', { name: PRIZE });
  await expect(sheet).toBeVisible();
  expect(await knocks()).toBe('1');
  await expect(page.locator('[data-celebration]')).toHaveCount(0);
  await expectOneParty(parties);
  await sheet.getByRole('button', { name: 'Nice' }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole('button', { name: 'Odds' }).click();
  await expect(page.getByRole('dialog', { name: 'Odds' }).getByRole('listitem')).toHaveCount(8);
});

test('[F08] a spin in a hidden tab ends on the drawn prize without drawing frames, and shows it on return @full', async ({
  page,
}) => {
  await signIn(page);
  await page.goto(WHEEL);
  const letGo = await holdSpin(page);
  const answered = spinAnswered(page);
  await spinButton(page).click();
  await expectToRun(page);
  const comeBack = await hideTab(page);
  letGo();
  const prize = await prizeOf(answered);
  await expectToRestOn(page, prize);
  expect(await comeBack(), 'the run requested frames and got none').toBeGreaterThan(0);
  await expect(page.getByRole('dialog', { name: PRIZE })).toBeVisible();
  await expectToRestOn(page, prize);
});

type Spun = {
  result: { prize_index: number; wheel: { prizes: { index: number; lowers: object | null }[] } };
};

/** Answers a spin with a prize of this kind; `until` delays the answer. */
async function drawOne(page: Page, kind: 'discount' | 'goods', until?: Promise<void>) {
  await page.route('**/bargain/spin', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as Spun;
    const { prizes } = answer.result.wheel;
    const drawn = prizes.find(({ lowers }) => (lowers === null) === (kind === 'goods'));
    answer.result.prize_index = drawn?.index ?? -1;
    await until;
    await route.fulfill({ response, json: answer });
  });
}

async function beginAndOpenWheel(page: Page): Promise<void> {
  await signIn(page);
  await page.goto(BARGAIN);
  await page.getByRole('button', { name: 'Great' }).click();
  await page.getByRole('radio', { name: /^Hero’s hoard/ }).check();
  await page.getByRole('button', { name: 'Claim $0.60 off' }).click();
  await page.getByRole('button', { name: 'Spin for less' }).click();
  await expect(spinButton(page)).toBeVisible();
}

const WON = {
  discount: [/^You won \$\d\.\d\d off$/, /^The pack now costs \$\d+\.\d\d\.$/],
  goods: [/^You won [A-Z][^×]* × \d+$/, /^It's on its way to your in-game mail\.$/],
} as const;

test('[F08] the prize sheet names a discount and goods once, as a gain @full', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const kind of ['discount', 'goods'] as const) {
    const [title, sentence] = WON[kind];
    await beginAndOpenWheel(page);
    await drawOne(page, kind);
    await spinButton(page).click();
    const sheet = page.getByRole('dialog', { name: title });
    await expect(sheet.getByRole('paragraph')).toHaveText([sentence]);
    await page.unroute('**/bargain/spin');
  }
});

test('[F08] Back during a spin shows the prize on the event page, known before Back or after @full', async ({
  page,
}) => {
  await page.clock.install();
  for (const kind of ['discount', 'goods'] as const) {
    await beginAndOpenWheel(page);
    await holdTime(page);
    // One prize is known before Back, the other after.
    let letGo = (): void => {};
    const isBack = new Promise<void>((resolve) => (letGo = resolve));
    await drawOne(page, kind, kind === 'goods' ? isBack : undefined);
    const answered = spinAnswered(page);
    await spinButton(page).click();
    await page.clock.runFor(100);
    await expectToRun(page);
    if (kind === 'discount') await (await answered).finished();
    await page.goBack();
    await expect(page).toHaveURL(BARGAIN);
    letGo();
    await expect(page.getByRole('status').filter({ hasText: WON[kind][0] })).toBeVisible();
    await page.clock.resume();
    await page.unroute('**/bargain/spin');
  }
});

test('[F08, F09] with reduced motion the drawn prize lights up 600 ms after the press, and nothing moves, vibrates or is celebrated @full', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const knocks = await countKnocks(page);
  const parties = await watchParties(page);
  const shopper = await signIn(page);
  await page.clock.install();
  await page.goto(WHEEL);
  await expect(spinButton(page)).toBeVisible();
  await holdTime(page);
  // Records every change of the light with the page's time.
  const seen = await boardOf(page).evaluateHandle((board) => {
    const changes: { at: number; step: string | null; lit: string | null }[] = [];
    new MutationObserver(() => {
      const [step, lit] = [board.getAttribute('data-step'), board.getAttribute('data-lit')];
      changes.push({ at: Date.now(), step, lit });
    }).observe(board, {
      attributes: true,
      subtree: true,
      attributeFilter: ['style', 'data-step', 'data-lit'],
    });
    return changes;
  });
  const answered = spinAnswered(page);
  await spinButton(page).click();
  const pressedAt = await page.evaluate(() => Date.now());
  const prize = await prizeOf(answered);
  const runOn = async () => {
    await page.clock.runFor(50);
    return boardOf(page).getAttribute('data-lit');
  };
  await expect.poll(runOn, { intervals: [50] }).toBe(prize);
  const changes = await seen.jsonValue();
  expect(changes).toEqual([expect.objectContaining({ step: '0', lit: prize })]);
  expect((changes[0]?.at ?? 0) - pressedAt).toBeGreaterThanOrEqual(600);
  await page.clock.resume();
  await expectToRestOn(page, prize);
  await expect(page.getByRole('dialog', { name: PRIZE })).toBeVisible();
  expect(await knocks()).toBe('0');
  expect((await parties()).count).toBe(0);

  await buyAs(shopper, 'gems-60');
  await page.goto('/miniflix/activity/cumulation');
  await page.getByRole('button', { name: 'Claim, Top up on 1 day' }).click();
  await expect(page.getByText('Sent by mail')).toBeVisible();
  expect((await parties()).count).toBe(0);
});
