import { spawn } from 'node:child_process';
import { Builder, By, type WebDriver, type WebElement } from 'selenium-webdriver';
import { ServiceBuilder } from 'selenium-webdriver/chrome.js';
import { freePorts } from '../../tools/ports.ts';
import { findProgram } from './programs.ts';
import type { Engine, Surface } from './surface.ts';

const PACKAGES = 'webkit2gtk-driver xvfb';
const BROWSERS = ['/usr/lib/*/webkit2gtk-4*/MiniBrowser', '/usr/libexec/webkit2gtk-4*/MiniBrowser'];

/**
 * Starts Debian's WebKitGTK on a virtual screen, driven by W3C WebDriver. Throws StartError when a
 * part is not installed.
 */
export async function startWebkit(): Promise<Engine> {
  const program = findProgram(['WebKitWebDriver'], PACKAGES);
  const binary = findProgram(BROWSERS, PACKAGES);
  const xvfb = findProgram(['Xvfb'], PACKAGES);
  const [display] = await freePorts(1);
  const screen = spawn(xvfb, [`:${display}`, '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  });
  // WebKitWebDriver is started like chromedriver: with `--port` alone.
  const service = new ServiceBuilder(program)
    .setEnvironment({
      ...process.env,
      DISPLAY: `:${display}`,
      GDK_BACKEND: 'x11',
      // Neither a graphics card nor a session bus is required.
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      NO_AT_BRIDGE: '1',
    })
    .build();
  const stop = async (): Promise<void> => {
    await service.kill();
    screen.kill();
  };
  try {
    const driver = await new Builder()
      .usingServer(await service.start())
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
        unhandledPromptBehavior: 'accept',
      })
      .build();
    return await engineOf(driver, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function engineOf(driver: WebDriver, stop: () => Promise<void>): Promise<Engine> {
  await driver.manage().window().setRect({ x: 0, y: 0, width: 420, height: 860 });
  const main = await driver.getWindowHandle();
  const toPage = async (): Promise<void> => {
    await driver.switchTo().window(main);
    await driver.switchTo().defaultContent();
  };
  const toFrame = async (words: string): Promise<void> => {
    await toPage();
    const [frame] = await driver.findElements(By.css(`iframe[src*=${JSON.stringify(words)}]`));
    if (!frame) throw new Error(`no document at ${words}`);
    await driver.switchTo().frame(frame);
  };
  const toWindow = async (words: string): Promise<void> => {
    for (const handle of await driver.getAllWindowHandles()) {
      if (handle === main) continue;
      await driver.switchTo().window(handle);
      if ((await driver.getCurrentUrl()).includes(words)) return;
    }
    throw new Error(`no document at ${words}`);
  };
  return {
    name: 'WebKit',
    version: (await driver.getCapabilities()).getBrowserVersion() ?? 'unknown',
    page: surface(driver, toPage),
    open: async (url) => {
      await toPage();
      await driver.get(url);
    },
    frame: (words) => surface(driver, () => toFrame(words)),
    window: (words) => surface(driver, () => toWindow(words)),
    close: async () => {
      await driver.quit().catch(() => undefined);
      await stop();
    },
  };
}

function surface(driver: WebDriver, goThere: () => Promise<void>): Surface {
  const find = async (expression: string): Promise<WebElement | null> => {
    await goThere();
    return driver.executeScript(
      `const found = ${expression}; found?.scrollIntoView({ block: 'center' }); return found`,
    );
  };
  return {
    value: async (expression) => {
      await goThere();
      return driver.executeScript(`return (${expression})`);
    },
    press: async (expression) => {
      const button = await find(expression);
      await button?.click();
      return button !== null;
    },
    type: async (expression, text) => {
      const field = await find(expression);
      // The click sets the focus: WebKit's own `sendKeys` cannot set it inside a frame.
      await field?.click();
      if (field) await driver.actions().sendKeys(text).perform();
      return field !== null;
    },
  };
}
