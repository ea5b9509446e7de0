import { expect, it } from 'vitest';
import { readMethods, SANDBOX_METHODS } from '../config/methods/read-methods.ts';
import { contrast } from '@webpay/contract/console/contrast';
import { readCatalogue } from './read-catalogue.ts';
import { unofferedWays } from './read-channels.ts';
import { ownCatalogue } from './testing/own-catalogue.ts';

const { own, edit, troubleOf } = await ownCatalogue();
const file = 'poi_mbo/channels.yaml';
const LAST = '- pay_id: knet_kw';

const LIVE = readMethods({ environment: {}, problems: [] }, true);

it('a method brings its facts from the methods of the product', async () => {
  const [project] = await readCatalogue(own);
  expect(project?.channels.find(({ pay_id }) => pay_id === 'gcash_ph')).toEqual({
    pay_id: 'gcash_ph',
    provider: 'payermax',
    method: 'redirect',
    data: { name: { en: 'GCash' }, logo: '', countries: ['PH'], currencies: ['PHP'] },
  });
  expect(project?.channels.find(({ pay_id }) => pay_id === 'card')).toMatchObject({
    provider: 'payermax',
    method: 'card',
    data: { countries: '*', currencies: '*' },
  });
});

it('a live shop leaves out a method with unknown facts, and names them', async () => {
  const projects = await readCatalogue(own, LIVE);
  const lines = unofferedWays(projects, LIVE);
  expect(lines.join('\n')).toContain(
    'poi_mbo: knet_kw is not offered: METHODS_FILE does not give the fields to ask for',
  );
  expect(lines.join('\n')).toContain(
    'google_pay is not offered: METHODS_FILE does not give the refund',
  );
  expect(lines.filter((line) => /: (?:card|paypal|apple_pay) /.test(line))).toEqual([]);
  expect(unofferedWays(projects, SANDBOX_METHODS)).toEqual([]);
});

it.each([
  ['that the shop does not know', '- pay_id: cash', 'cash is no way to pay that the shop knows'],
  [
    'in another country',
    `${LAST}\n    countries: [BR]`,
    'knet_kw.countries: is a way to pay of KW',
  ],
  [
    'where the project does not sell',
    '- pay_id: knet_kw\n    countries: [ZA]',
    'knet_kw.countries: the project does not sell in ZA',
  ],
  [
    'with the provider of another',
    `${LAST}\n    provider: paypal`,
    'knet_kw.provider: is payermax, not paypal',
  ],
  ['twice', `${LAST}\n    order: 99\n  ${LAST}`, 'knet_kw stands there twice'],
])('refuses a method %s', async (_, text, why) => {
  await edit(file, LAST, text);
  expect(await troubleOf()).toContain(why);
});

it('reads a file that names provider, method and picture as before', async () => {
  const old =
    '- pay_id: card\n    provider: payermax\n    method: card\n    logo: shared/marks/cards.svg';
  await edit(file, '- pay_id: card', old);
  const [project] = await readCatalogue(own);
  expect(project?.channels[0]).toMatchObject({ pay_id: 'card', method: 'card' });
});

it('tiles have white letters with a contrast of 5 or more', () => {
  const tiles = [...SANDBOX_METHODS.values()].flatMap(({ tile }) => tile ?? []);
  expect(tiles.length).toBeGreaterThan(10);
  for (const { text, color } of tiles) {
    expect(contrast('#FFFFFF', color), text).toBeGreaterThanOrEqual(5);
  }
});
