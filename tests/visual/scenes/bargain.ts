import type { Page } from '@playwright/test';
import type { CallResult } from '../../../packages/contract/src/calls.ts';
import { failed, goOffline, PRIMARY, signIn, type SceneParts, type Scenes } from './scene.ts';

type Info = CallResult<'bargainInfo'>;

const DAY_MS = 86_400_000;

export const BARGAIN: Scenes = {
  'bargain-coupon': async (parts) => {
    await openBargain(parts, (info) => ({
      ...info,
      chosen: null,
      coupon: info.coupon && { ...info.coupon, is_new: true },
    }));
    await parts.page.locator('dialog [data-primary]').waitFor();
  },
  'bargain-choose': (parts) => openBargain(parts, (info) => ({ ...old(info), chosen: null })),
  bargain: (parts) => openBargain(parts, (info) => withChoice(old(info))),
  'bargain-change': async (parts) => {
    await openBargain(parts, (info) => withChoice(old(info)));
    await parts.page.locator('main [role=radiogroup] label').nth(1).click();
    await parts.page.locator('dialog [data-primary]').waitFor();
  },
  'bargain-rules': async (parts) => {
    await openBargain(parts, (info) => withChoice(old(info)));
    await parts.page.locator('main header button').last().click();
    await parts.page.locator('dialog li').first().waitFor();
  },
  'bargain-tomorrow': (parts) =>
    openBargain(parts, (info) => ({
      ...withChoice(old(info)),
      tasks: info.tasks.map((task) => ({ ...task, state: 'in_effect' })),
      spins_left: 0,
      wheel: { ...info.wheel, todays_index: 6 },
    })),
  'bargain-minimum': (parts) =>
    openBargain(parts, (info) => ({
      ...withChoice(old(info)),
      state: 'at_minimum',
      spins_left: 0,
      packs: info.packs.map((pack) => ({ ...pack, price: pack.min_price, state: 'at_minimum' })),
    })),
  'bargain-one-bought': (parts) =>
    openBargain(parts, (info) => ({
      ...old(info),
      chosen: info.packs[1]?.pack_id ?? null,
      packs: info.packs.map((pack, index) => (index === 0 ? { ...pack, state: 'bought' } : pack)),
    })),
  'bargain-all-bought': (parts) =>
    openBargain(parts, (info) => ({
      ...old(info),
      state: 'all_bought',
      chosen: null,
      packs: info.packs.map((pack) => ({ ...pack, state: 'bought' })),
    })),
  'bargain-not-started': (parts) =>
    openBargain(parts, (info) => ({
      ...old(info),
      state: 'not_started',
      coupon: null,
      starts_at: Date.now() + 2 * DAY_MS,
    })),
  'bargain-ended': (parts) =>
    openBargain(parts, (info) => ({
      ...old(info),
      state: 'ended',
      coupon: null,
      ends_at: Date.now() - DAY_MS,
    })),
  'bargain-failed': failed('bargain', 'bargainirg'),
  'bargain-offline': async (parts) => {
    await openBargain(parts, (info) => withChoice(old(info)));
    await goOffline(parts.page);
  },
  wheel: (parts) => openWheel(parts, (info) => withChoice(old(info))),
  'wheel-odds': async (parts) => {
    await openWheel(parts, (info) => withChoice(old(info)));
    await parts.page.locator('main button:has(use[href="#i-info"])').last().click();
    await parts.page.locator('dialog li').first().waitFor();
  },
  'wheel-result': async (parts) => {
    await openWheel(parts, (info) => withChoice(old(info)));
    // One spin a day: the same player's second scene gets the first one's answer.
    await answerWith(parts.page, '**/bargain/spin', '/bargain/info', (info) => ({
      ...withChoice(old(info)),
      prize_index: 6,
      spins_left: 0,
      wheel: { ...info.wheel, todays_index: 6 },
    }));
    await parts.page.locator(PRIMARY).click();
    await parts.page.locator('dialog [data-primary]').waitFor();
  },
  'wheel-offline': async (parts) => {
    await openWheel(parts, (info) => withChoice(old(info)));
    await goOffline(parts.page);
  },
  'wheel-spun': (parts) =>
    openWheel(parts, (info) => ({
      ...withChoice(old(info)),
      spins_left: 0,
      wheel: { ...info.wheel, todays_index: 6 },
    })),
};

/** Makes the coupon one that was seen before. */
function old(info: Info): Info {
  return { ...info, coupon: info.coupon && { ...info.coupon, is_new: false } };
}

function withChoice(info: Info): Info {
  return { ...info, chosen: info.packs[0]?.pack_id ?? null };
}

async function openBargain(parts: SceneParts, change: (info: Info) => Info): Promise<void> {
  await open(parts, '', change);
  await parts.page.locator(PRIMARY).first().waitFor();
}

async function openWheel(parts: SceneParts, change: (info: Info) => Info): Promise<void> {
  await open(parts, '#wheel', change);
  await parts.page.locator('main [data-step]').waitFor();
}

async function open(parts: SceneParts, place: string, change: (info: Info) => Info): Promise<void> {
  await signIn(parts);
  await answerWith(parts.page, '**/bargain/info', '/bargain/info', change);
  await parts.page.goto(`/${parts.theme}/activity/bargainirg${place}`);
}

/** Changes the server's answer to `asked` into the state to show. */
async function answerWith(
  page: Page,
  address: string,
  asked: string,
  change: (info: Info) => Info,
): Promise<void> {
  await page.route(address, async (route) => {
    const url = route
      .request()
      .url()
      .replace(/\/bargain\/[a-z]+$/, asked);
    const response = await route.fetch({ url });
    // Verified edge: the server answers by the contract.
    const body = (await response.json()) as { readonly result: Info | null };
    const result = body.result && change(body.result);
    await route.fulfill({ response, json: { ...body, result } });
  });
}
