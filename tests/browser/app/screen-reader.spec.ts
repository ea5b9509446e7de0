import { readFileSync } from 'node:fs';
import { CARDS } from '../../support/browser/checkout.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import { freshCid } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { expectCharged, mailsOf, watchOrders } from '../../support/browser/sandbox.ts';
import { listenToSpeech } from '../../support/browser/screen-reader.ts';
import { isTakenOver } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

/** Written lines of each step, by its title. */
function writtenSpeech(): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(new URL('screen-reader.txt', import.meta.url), 'utf8');
  const parts = text.split(/^# /m).slice(1);
  return new Map(
    parts.map((part) => {
      const [title = '', ...lines] = part.split('\n').filter((line) => line !== '');
      return [title, lines];
    }),
  );
}

test('[F01, F02, F04, F05, F06, A09] a first purchase by keyboard alone sounds as written, shows its focus at every stop, and reaches the mailbox @full', async ({
  page,
}) => {
  const orders = watchOrders(page);
  const cid = freshCid();
  const { keyboard } = page;
  const written = writtenSpeech();
  let name = '';
  const speech = await listenToSpeech(page, (line) => {
    name ||= /status: (\S+) Level/.exec(line)?.[1] ?? '';
    // The mail may be there before the page asks for the first time, and a busy machine may load for three seconds.
    if (/^status: .*(on their way|Waiting for|delivered|Still loading)/.test(line)) return null;
    const plain = line.replaceAll(cid, 'ID').replace(/Level \d+/, 'Level N');
    return name === '' ? plain : plain.replaceAll(name, 'NAME');
  });
  const titles: string[] = [];
  const step = (title: string, act: () => Promise<unknown>) =>
    test.step(title, async () => {
      titles.push(title);
      speech.next();
      await act();
      await expect.poll(() => speech.heard(), title).toEqual(written.get(title));
    });

  await step('open the shop', async () => {
    await page.goto('/miniflix');
    await isTakenOver(page);
  });
  await step('go to the server', () => tabTo(page, /button "Server, Choose/));
  await step('open the servers', () => keyboard.press('Enter'));
  // Letters that come half a second apart would have a result each, and digits a look-up.
  await step('search', () => keyboard.insertText('S02'));
  await step('choose the first', async () => {
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
  });
  await step('type the character ID', async () => {
    await keyboard.type(cid.slice(0, 4));
    await keyboard.insertText(cid.slice(4));
  });
  await step('continue', () => keyboard.press('Enter'));
  await step('go to an item', () => tabTo(page, /button "60 Gems/));
  await step('select it', () => keyboard.press('Space'));
  await step('go to the button', () => tabTo(page, /button "Buy now"/));
  await step('buy', () => keyboard.press('Enter'));
  await step('go to the card number', () => tabTo(page, /textbox "Card number/));
  await step('type the card number', async () => {
    await keyboard.type(CARDS.success);
    await tabTo(page, /textbox "Expiry/);
  });
  await step('type the expiry date', async () => {
    await keyboard.type('1239');
    await tabTo(page, /textbox "Security code/);
  });
  await step('type the security code', async () => {
    await keyboard.type('123');
    await expect(page.getByRole('button', { name: /^Pay \$0\.99/ })).toBeEnabled();
    await tabTo(page, /button "Pay \$0\.99/);
  });
  await step('pay', () => keyboard.press('Enter'));
  await step('go on', () => tabTo(page, /button "Back to the game/));
  expect(titles, 'every written step is taken').toEqual([...written.keys()]);
  const box = { gameId: MINIFLIX.gameId, serverId: '102', cid };
  await expect.poll(async () => (await mailsOf(box)).length).toBe(1);
  await expectCharged(orders, 1);
});
