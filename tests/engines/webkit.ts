import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { freePorts } from '../../tools/ports.ts';
import { findProgram } from './programs.ts';
import type { Engine, Surface } from './surface.ts';

const PACKAGES = 'webkit2gtk-driver xvfb';
const BROWSERS = ['/usr/lib/*/webkit2gtk-4*/MiniBrowser', '/usr/libexec/webkit2gtk-4*/MiniBrowser'];
/** W3C's name of a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const PATIENCE_MS = 60_000;

const session = v.object({
  sessionId: v.string(),
  capabilities: v.object({ browserVersion: v.string() }),
});
const element = v.nullable(v.object({ [ELEMENT]: v.string() }));
const handles = v.array(v.string());

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

/** Debian's WebKitGTK in its own small browser, by W3C WebDriver, on a screen that nobody sees. */
export async function startWebkit(): Promise<Engine> {
  const driver = findProgram(['WebKitWebDriver'], PACKAGES);
  const binary = findProgram([...BROWSERS], PACKAGES);
  const xvfb = findProgram(['Xvfb'], PACKAGES);
  const [port, display] = await freePorts(2);
  const screen = spawn(xvfb, [`:${display}`, '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  });
  const server = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${display}`,
      GDK_BACKEND: 'x11',
      // Neither a graphics card nor a session bus is here.
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      NO_AT_BRIDGE: '1',
    },
  });
  const stop = async (): Promise<void> => {
    await end(server);
    await end(screen);
  };
  try {
    const root = caller(`http://127.0.0.1:${port}`);
    const capabilities = {
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      // The card's frame and the wallet's window come from another origin.
      unhandledPromptBehavior: 'accept',
    };
    const opened = v.parse(
      session,
      await eventually(() =>
        root('POST', '/session', { capabilities: { alwaysMatch: capabilities } }),
      ),
    );
    const call = caller(`http://127.0.0.1:${port}/session/${opened.sessionId}`);
    await call('POST', '/window/rect', { x: 0, y: 0, width: 420, height: 860 });
    const main = v.parse(v.string(), await call('GET', '/window'));

    const toPage = async (): Promise<void> => {
      await call('POST', '/window', { handle: main });
      await call('POST', '/frame', { id: null });
    };
    const toFrame = async (words: string): Promise<void> => {
      await toPage();
      const frame = v.parse(
        element,
        await run(
          call,
          `return [...document.querySelectorAll('iframe')].find((each) => each.src.includes(${JSON.stringify(words)})) ?? null`,
        ),
      );
      if (frame === null) throw new Error(`no frame at ${words}`);
      await call('POST', '/frame', { id: frame });
    };
    const toWindow = async (words: string): Promise<void> => {
      for (const handle of v.parse(handles, await call('GET', '/window/handles'))) {
        if (handle === main) continue;
        await call('POST', '/window', { handle });
        const url = await call('GET', '/url');
        if (typeof url === 'string' && url.includes(words)) return;
      }
      throw new Error(`no window at ${words}`);
    };
    return {
      name: 'WebKit',
      version: opened.capabilities.browserVersion,
      page: surface(call, toPage),
      open: async (url) => {
        await toPage();
        await call('POST', '/url', { url });
      },
      frame: (words) => surface(call, () => toFrame(words)),
      window: (words) => surface(call, () => toWindow(words)),
      close: async () => {
        await call('DELETE', '').catch(() => undefined);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function surface(call: Call, goThere: () => Promise<void>): Surface {
  const find = async (expression: string): Promise<string | null> => {
    await goThere();
    const script = `const found = ${expression}; found?.scrollIntoView({ block: 'center' }); return found`;
    return v.parse(element, await run(call, script))?.[ELEMENT] ?? null;
  };
  return {
    value: async (expression) => {
      await goThere();
      return run(call, `return (${expression})`);
    },
    press: async (expression) => {
      const found = await find(expression);
      if (found !== null) await call('POST', `/element/${found}/click`, {});
      return found !== null;
    },
    type: async (expression, text) => {
      const found = await find(expression);
      if (found === null) return false;
      // Keys go where the press has put the focus: WebKit cannot put it into a frame by itself.
      await call('POST', `/element/${found}/click`, {});
      const actions = Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
      return true;
    },
  };
}

function run(call: Call, script: string): Promise<unknown> {
  return call('POST', '/execute/sync', { script, args: [] });
}

function caller(base: string): Call {
  const answered = v.object({ value: v.unknown() });
  const refused = v.object({ error: v.string(), message: v.string() });
  return async (method, path, body) => {
    const response = await fetch(base + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = v.parse(answered, await response.json());
    if (response.ok) return value;
    const { error, message } = v.parse(refused, value);
    throw new Error(`${error}: ${message}`);
  };
}

/** The driver needs a moment until it listens. */
async function eventually<T>(ask: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(300);
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(impatience);
}
