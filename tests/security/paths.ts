import { mustEqual, mustHold, told } from './expect.ts';
import { call, commonOf, post, type Attack, type Theme } from './field.ts';
import { HOST_ATTACKS } from './hosts.ts';
import { sendRaw, statusesOf } from './raw.ts';

const EVIL = 'evil.example';

/** Ways out of the folders that files are served from. */
const WAYS_OUT = [
  '..',
  '%2e%2e',
  '%252e%252e',
  '..%2f',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '....//',
  '%c0%ae%c0%ae',
  '%uff0e%uff0e',
  '..;',
  '.%00.',
  '..%00',
];
const TARGETS = [
  'package.json',
  'etc/passwd',
  'miniflix/project.yaml',
  'server/assets.json',
  '.git/config',
  '.env',
];
/** Found only in files that are nobody's business. */
const TELLTALES = [
  '"workspaces"',
  'root:',
  'website_code:',
  'game-key',
  'PRIVATE KEY',
  '[core]',
  'lang_default:',
];

const pathAttacks: readonly Attack[] = [
  {
    name: `${WAYS_OUT.length * TARGETS.length * 3} ways out of the folders that are served`,
    must: '4xx, or a page; never a file’s text',
    run: async (field) => {
      const statuses = new Set<number>();
      for (const folder of ['assets', 'catalogue', 'catalogue/miniflix']) {
        for (const way of WAYS_OUT) {
          for (const target of TARGETS) {
            const said = await field.wire.send(`/${folder}/${`${way}/`.repeat(4)}${target}`);
            mustHold(said.status < 500, `HTTP ${said.status} for ${folder} ${way} ${target}`);
            mustHold(
              !TELLTALES.some((each) => said.text.includes(each)),
              `${way} ${target} is read`,
            );
            statuses.add(said.status);
          }
        }
      }
      return `HTTP ${[...statuses].join(', ')}`;
    },
  },
  {
    name: 'files of the catalogue that are data: yaml, texts, hidden ones',
    must: '404',
    run: async (field) => {
      const files = [
        'miniflix/project.yaml',
        'miniflix/products.yaml',
        'README.md',
        'miniflix/texts/en.json',
        'compose-art.ts',
        'miniflix/art.yaml',
        'miniflix/project.yaml%00.png',
        'miniflix/project.yaml?v=x.png',
        'miniflix/project.yaml#.png',
        'miniflix/art/../project.yaml',
      ];
      for (const file of files) {
        const { status, text } = await field.wire.send(
          `/catalogue/${encodeURI(decodeURI(file)).replace('#', '%23')}`,
        );
        mustHold(
          status === 404 || status === 403 || status === 400 || status === 302,
          `${file}: HTTP ${status}`,
        );
        mustHold(!TELLTALES.some((each) => text.includes(each)), `${file} is read`);
      }
      return `${files.length} files, none is there`;
    },
  },
  {
    name: 'addresses that look like the shop’s and lead elsewhere: //evil.example, /\\evil.example, encoded',
    must: 'no redirect leaves the shop',
    run: async (field) => {
      const paths = [
        `//${EVIL}`,
        `//${EVIL}/`,
        `///${EVIL}/%2f..`,
        `/\\${EVIL}`,
        `/%5c${EVIL}`,
        `/%2f%2f${EVIL}`,
        `/%09/${EVIL}`,
        `//${EVIL}/%2e%2e`,
        `/miniflix//${EVIL}/..`,
        `/.${EVIL}`,
        `/@${EVIL}`,
        `/;@${EVIL}/`,
        `/error?next=//${EVIL}`,
        `/?url=https://${EVIL}`,
        `/miniflix/iframe?url=https://${EVIL}`,
      ];
      for (const address of paths) {
        const { status, headers } = await field.wire.send(address);
        const to = headers.location;
        mustHold(status < 500, `${address}: HTTP ${status}`);
        const isOwn =
          to === undefined || (to.startsWith('/') && !/^\/[/\\]/.test(to) && !to.includes(EVIL));
        mustHold(isOwn, `${address} leads to ${to}`);
      }
      return `${paths.length} addresses, none leads away`;
    },
  },
  {
    name: 'calls under other spellings: //api, /API, /api/./, %61pi, a slash more, a dot more',
    must: '404, never a call that skipped a check',
    run: async (field) => {
      const spelled = [
        '//api/user/role',
        '/API/user/role',
        '/api/./user/role',
        '/api/x/../user/role',
        '/api/user/role/',
        '/api/user/role.',
        '/api/user/role%00',
        '/api/user//role',
        '/api;x/user/role',
        '/api/user/role%20',
        '/api%2fuser%2frole',
      ];
      const statuses: string[] = [];
      for (const address of spelled) {
        const seen = await post(field, address, Object.entries(commonOf('role')));
        // A dot segment may be taken away, as a browser does: then the same checks stand before it.
        mustHold(
          seen.status === 404 || (seen.status === 200 && seen.code === 10000),
          `${address}: ${told(seen)}`,
        );
        statuses.push(String(seen.status));
      }
      const decoded = await post(field, '/%61pi/user/role', Object.entries(commonOf('role')));
      mustHold(decoded.status === 404 || decoded.code === 10000, `encoded: ${told(decoded)}`);
      return `HTTP ${[...new Set(statuses)].join(', ')}`;
    },
  },
  {
    name: 'a path of 60,000 letters, 3,000 folders deep, of broken percent signs',
    must: 'answered, never 5xx',
    run: async (field) => {
      const statuses: number[] = [];
      for (const address of [
        `/${'a'.repeat(15_000)}`,
        '/a'.repeat(3_000),
        '/%',
        '/%zz',
        '/%ff%fe',
        `/miniflix?${'a=b&'.repeat(3_000)}`,
      ]) {
        statuses.push((await field.wire.send(address)).status);
      }
      const long = statusesOf(
        await sendRaw(
          field.environment.url,
          `GET /${'a'.repeat(60_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
        ),
      );
      const all = [...statuses, ...long];
      mustHold(
        all.every((status) => status < 500),
        `HTTP ${all.join(', ')}`,
      );
      mustEqual('the next', (await call(field, 'regions', {})).code, 200);
      return `HTTP ${all.join(', ')}`;
    },
  },
];

export const PATHS: Theme = {
  title: 'Paths, hosts and methods',
  attacks: [...HOST_ATTACKS, ...pathAttacks],
};
