import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { freePorts } from '../../tools/ports.ts';
import { connectBidi, type Bidi } from './bidi.ts';
import { findProgram } from './programs.ts';
import type { Engine, Surface } from './surface.ts';

/** A new profile that asks nothing and calls nobody. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.auto': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'en-US',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};

type Context = {
  readonly context: string;
  readonly url: string;
  readonly children: readonly Context[] | null;
};

const contextShape: v.GenericSchema<unknown, Context> = v.object({
  context: v.string(),
  url: v.string(),
  children: v.nullable(v.array(v.lazy(() => contextShape))),
});
const tree = v.object({ contexts: v.array(contextShape) });
const evaluated = v.variant('type', [
  v.object({
    type: v.literal('success'),
    result: v.object({
      type: v.string(),
      value: v.optional(v.unknown()),
      sharedId: v.optional(v.string()),
    }),
  }),
  v.object({ type: v.literal('exception'), exceptionDetails: v.object({ text: v.string() }) }),
]);
const session = v.object({ capabilities: v.object({ browserVersion: v.string() }) });
const nothing = v.unknown();

/** Debian's Firefox, without a screen, by WebDriver BiDi, which it speaks itself. */
export async function startFirefox(): Promise<Engine> {
  const program = findProgram(['firefox-esr', 'firefox'], 'firefox-esr');
  const profile = await mkdtemp(path.join(tmpdir(), 'webpay-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
  const [port] = await freePorts(1);
  const browser = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', String(port)],
    { stdio: 'ignore', env: { ...process.env, MOZ_CRASHREPORTER_DISABLE: '1' } },
  );
  const stop = async (): Promise<void> => {
    if (browser.exitCode === null) {
      browser.kill('SIGTERM');
      await once(browser, 'exit');
    }
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const bidi = await connectBidi(`ws://127.0.0.1:${port}/session`);
    const { capabilities } = await bidi.send('session.new', { capabilities: {} }, session);
    const main = (await bidi.send('browsingContext.getTree', {}, tree)).contexts[0]?.context ?? '';
    await bidi.send(
      'browsingContext.setViewport',
      { context: main, viewport: { width: 360, height: 800 } },
      nothing,
    );
    const contexts = async (): Promise<readonly Context[]> =>
      (await bidi.send('browsingContext.getTree', {}, tree)).contexts;
    const one = (found: Context | undefined, words: string): string => {
      if (!found) throw new Error(`no document at ${words}`);
      return found.context;
    };
    return {
      name: 'Firefox',
      version: capabilities.browserVersion,
      page: surface(bidi, async () => main),
      open: async (url) =>
        void (await bidi.send(
          'browsingContext.navigate',
          { context: main, url, wait: 'complete' },
          nothing,
        )),
      frame: (words) =>
        surface(bidi, async () => {
          const page = (await contexts()).find(({ context }) => context === main);
          return one(
            allBelow(page).find(({ url }) => url.includes(words)),
            words,
          );
        }),
      window: (words) =>
        surface(bidi, async () => {
          const others = (await contexts()).filter(({ context }) => context !== main);
          return one(
            others.find(({ url }) => url.includes(words)),
            words,
          );
        }),
      close: async () => {
        bidi.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function allBelow(context: Context | undefined): Context[] {
  return (context?.children ?? []).flatMap((child) => [child, ...allBelow(child)]);
}

function surface(bidi: Bidi, find: () => Promise<string>): Surface {
  const evaluate = async (context: string, expression: string) => {
    const answer = await bidi.send(
      'script.evaluate',
      { target: { context }, expression, awaitPromise: true, userActivation: false },
      evaluated,
    );
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return answer.result;
  };
  /** The element in the middle of the view, as its shared reference. */
  const element = async (context: string, expression: string): Promise<string | null> => {
    const { sharedId } = await evaluate(
      context,
      `(() => { const found = ${expression}; found?.scrollIntoView({ block: 'center' }); return found; })()`,
    );
    return sharedId ?? null;
  };
  const click = async (context: string, sharedId: string): Promise<void> => {
    const origin = { type: 'element', element: { sharedId } };
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    const pointer = { type: 'pointer', id: 'mouse', actions };
    await bidi.send('input.performActions', { context, actions: [pointer] }, nothing);
  };
  return {
    value: async (expression) => (await evaluate(await find(), expression)).value,
    press: async (expression) => {
      const context = await find();
      const found = await element(context, expression);
      if (found !== null) await click(context, found);
      return found !== null;
    },
    type: async (expression, text) => {
      const context = await find();
      const found = await element(context, expression);
      if (found === null) return false;
      await click(context, found);
      const keys = Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      const keyboard = { type: 'key', id: 'keyboard', actions: keys };
      await bidi.send('input.performActions', { context, actions: [keyboard] }, nothing);
      return true;
    },
  };
}
