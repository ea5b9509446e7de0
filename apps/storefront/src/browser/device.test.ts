import { expect, it } from 'vitest';
import { detectDevice } from './device.ts';
import { gameAddress } from './return-to-game.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15';
const SAFARI = `${IPHONE} (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1`;
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)';
const CHROME = `${ANDROID} Chrome/140.0.0.0 Mobile Safari/537.36`;
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';

it.each([
  ['Safari on an iPhone', SAFARI, 5, 'ios', null],
  ['an iPad that calls itself a Mac', MAC, 5, 'ios', null],
  ['a Mac', MAC, 0, 'other', null],
  ['Chrome on Android', CHROME, 5, 'android', null],
  ['Facebook', `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/480.0]`, 5, 'ios', 'facebook'],
  ['Instagram', `${CHROME} Instagram 350.0`, 5, 'android', 'instagram'],
  ['LINE', `${IPHONE} Mobile/15E148 Safari Line/14.1.0`, 5, 'ios', 'line'],
  ['WeChat', `${CHROME} MicroMessenger/8.0.50`, 5, 'android', 'wechat'],
  ['TikTok', `${CHROME} musical_ly_2023`, 5, 'android', 'tiktok'],
  ['an Android web view', CHROME.replace('Pixel 9)', 'Pixel 9; wv)'), 5, 'android', 'webview'],
  ['an iOS web view', `${IPHONE} (KHTML, like Gecko) Mobile/15E148`, 5, 'ios', 'webview'],
])('[A11] detects %s', (_what, userAgent, touchPoints, os, inApp) => {
  expect(detectDevice(userAgent, touchPoints)).toEqual({ os, inApp });
});

it.each([
  ['android', 'miniflix://', 'miniflix://'],
  ['ios', 'miniflix', 'miniflix://'],
  ['other', 'miniflix://', '/miniflix'],
  ['ios', '', '/miniflix'],
  ['ios', 'javascript:alert(1)', '/miniflix'],
] as const)('[A12] maps %s with scheme %s to %s', (os, scheme, expected) => {
  expect(gameAddress({ os, inApp: null }, scheme, '/miniflix')).toBe(expected);
});
