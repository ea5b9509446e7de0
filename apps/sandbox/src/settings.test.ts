import { describe, expect, it } from 'vitest';
import { readSettings, VARIABLES } from './settings.ts';

describe('the environment', () => {
  it('has defaults for everything', () => {
    expect(readSettings({}, '/shop')).toEqual({
      port: 4090,
      host: '127.0.0.1',
      dataDir: '/shop/.data',
      catalogueDir: '/shop/catalogue',
      shopUrl: 'http://localhost:4000',
      publicUrl: 'http://localhost:4090',
      timeScale: 60,
    });
  });

  it('changes every address', () => {
    const env = {
      SANDBOX_PORT: '5190',
      HOST: '0.0.0.0',
      DATA_DIR: '/data',
      SANDBOX_TIME_SCALE: '1.5',
      PORT: '5000',
      SANDBOX_URL: 'https://world.example/',
      PAYPAL_WEBHOOK_TARGET: 'https://shop.example/hook',
    };
    expect(readSettings(env, '/shop')).toMatchObject({
      port: 5190,
      host: '127.0.0.1',
      dataDir: '/data',
      timeScale: 1.5,
      shopUrl: 'http://localhost:5000',
      publicUrl: 'https://world.example',
      paypalWebhookUrl: 'https://shop.example/hook',
    });
  });

  it('keeps the sandbox on this machine, whatever HOST is (13)', () => {
    const hostOf = (HOST: string) => readSettings({ HOST, WEBPAY_MODE: 'sandbox' }, '/shop');
    for (const host of ['0.0.0.0', '::', '192.168.1.5', 'shop.example', '127.0.0.1.example']) {
      expect(hostOf(host)).toMatchObject({ host: '127.0.0.1' });
    }
    for (const host of ['127.0.0.2', '::1', 'localhost']) {
      expect(hostOf(host)).toMatchObject({ host });
    }
  });

  it('takes the user that npm start has chosen, by its ids (14.18)', () => {
    expect(readSettings({ RUN_AS: '991:990' }, '/shop')).toMatchObject({
      runAs: { uid: 991, gid: 990 },
    });
    expect(readSettings({ RUN_AS: 'root' }, '/shop')).toMatchObject({ runAs: undefined });
  });

  it('names every error in one sentence', () => {
    const env = {
      SANDBOX_PORT: 'x',
      SANDBOX_TIME_SCALE: '0',
      PUBLIC_URL: 'shop',
      WEBPAY_MODE: 'production',
    };
    expect(readSettings(env, '/shop')).toBe(
      'there is no sandbox in production mode; SANDBOX_PORT is not a port; SANDBOX_TIME_SCALE is not a number above 0; PUBLIC_URL is not a web address',
    );
  });

  it('every described variable is read, and its default is the value when it is absent', () => {
    const read = new Set<string>();
    const absent = new Proxy({}, { get: (_, name) => void read.add(String(name)) });
    const settings = readSettings(absent, '');
    expect([...read].toSorted()).toEqual(Object.keys(VARIABLES).toSorted());
    const defaults: Record<string, string> = {};
    for (const [name, [fallback]] of Object.entries(VARIABLES)) defaults[name] = fallback;
    const paypalWebhookUrl = VARIABLES.PAYPAL_WEBHOOK_TARGET[0];
    expect(readSettings(defaults, '')).toEqual(Object.assign({ paypalWebhookUrl }, settings));
  });
});
