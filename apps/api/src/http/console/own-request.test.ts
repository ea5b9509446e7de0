import type { IncomingHttpHeaders } from 'node:http';
import { expect, it } from 'vitest';
import { foreignRequest } from './own-request.ts';

const ORIGIN = 'https://console.example';
const OURS: IncomingHttpHeaders = {
  'content-type': 'application/json',
  'x-console': '1',
  'sec-fetch-site': 'same-origin',
  origin: ORIGIN,
};

it.each<[string, IncomingHttpHeaders]>([
  ['of the console in a browser', OURS],
  ['with a character set', { ...OURS, 'content-type': 'Application/JSON; charset=utf-8' }],
  [
    'of an old browser, which sends an origin alone',
    { 'content-type': 'application/json', 'x-console': '1', origin: ORIGIN },
  ],
])('a changing request %s is the console’s own', (_, headers) => {
  expect(foreignRequest(headers, ORIGIN)).toBeNull();
});

it.each<[string, IncomingHttpHeaders, number, string]>([
  [
    'another site',
    { ...OURS, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    403,
    'other_origin',
  ],
  // The shop beside it: the same site, another origin.
  [
    'another port',
    { ...OURS, 'sec-fetch-site': 'same-site', origin: 'http://localhost:4000' },
    403,
    'other_origin',
  ],
  ['an address typed by a person', { ...OURS, 'sec-fetch-site': 'none' }, 403, 'other_origin'],
  [
    'an old browser on another site',
    { 'content-type': 'application/json', 'x-console': '1', origin: 'https://evil.example' },
    403,
    'other_origin',
  ],
  [
    'a program without an origin',
    { 'content-type': 'application/json', 'x-console': '1' },
    403,
    'other_origin',
  ],
  [
    'a sandboxed frame',
    { 'content-type': 'application/json', 'x-console': '1', origin: 'null' },
    403,
    'other_origin',
  ],
  ['a page without X-Console', { ...OURS, 'x-console': '' }, 403, 'no_console_header'],
  ['a form', { ...OURS, 'content-type': 'application/x-www-form-urlencoded' }, 415, 'not_json'],
  ['a form that claims to be text', { ...OURS, 'content-type': 'text/plain' }, 415, 'not_json'],
  ['a request without a type', { ...OURS, 'content-type': undefined }, 415, 'not_json'],
])('a changing request from %s is refused', (_, headers, status, code) => {
  expect(foreignRequest(headers, ORIGIN)).toMatchObject({ status, code });
});
