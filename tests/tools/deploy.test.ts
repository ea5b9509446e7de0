import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../apps/api/src/config/config.ts';
import { VARIABLES } from '../../apps/api/src/config/variables.ts';
import { at, deployFiles, fillTemplate, runIfInstalled, yamlOf } from '../support/deploy-files.ts';
import { builtRelease, installedRelease } from '../support/release.ts';

const files = deployFiles();
const read = (name: string): string => files.get(name) ?? '';
const release = await installedRelease();
const folder = mkdtempSync(path.join(tmpdir(), 'webpay-deploy-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a copy in which every match of `from` reads `to`. @returns its path */
function adapted(name: string, file: string, edits: readonly (readonly [RegExp, string])[]) {
  const copy = path.join(folder, file);
  const text = edits.reduce((each, [from, to]) => each.replaceAll(from, to), read(name));
  writeFileSync(copy, text);
  return copy;
}

describe('programs that read the files accept them', () => {
  const pem = path.join(folder, 'name.pem');
  beforeAll(() => {
    const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
    const more = ['-subj', '/CN=shop.example', '-keyout', pem, '-out', `${pem}.crt`];
    spawnSync('openssl', [...words, ...more]);
    const both = spawnSync('cat', [`${pem}.crt`], { encoding: 'utf8' }).stdout;
    writeFileSync(pem, both, { flag: 'a' });
  });

  test.for(['server@1', 'worker@1', 'console', 'migrate'])(
    'systemd: webpay-%s.service',
    (unit, { skip }) => {
      const name = `systemd/webpay-${unit.replace('1', '')}.service`;
      const program: [RegExp, string] = [/\/opt\/node\/bin\/node/g, process.execPath];
      const copy = adapted(name, `webpay-${unit}.service`, [program]);
      expect(runIfInstalled(skip, 'systemd-analyze', ['verify', copy])).toEqual({
        status: 0,
        said: '',
      });
    },
  );

  test('nginx: the proxy', ({ skip }) => {
    const site = adapted('proxy/nginx.conf', 'site.conf', [[/\/etc\/nginx\/certs\/[\w.]+/g, pem]]);
    const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const paths = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ');
    const main = path.join(folder, 'nginx.conf');
    const own = `pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {}`;
    writeFileSync(main, `${own} http { access_log off; ${paths} include ${site}; }`);
    const { status, said } = runIfInstalled(skip, 'nginx', ['-t', '-p', folder, '-c', main]);
    expect([status, said]).toEqual([0, expect.stringContaining('test is successful')]);
  });

  test.for(['proxy/haproxy.cfg', 'container/haproxy.cfg'])('HAProxy: %s', (name, { skip }) => {
    const certs: [RegExp, string] = [/\/etc\/haproxy\/certs\//g, pem];
    const copy = adapted(name, 'haproxy.cfg', [certs]);
    const { status, said } = runIfInstalled(skip, 'haproxy', ['-c', '-f', copy]);
    expect([status, said]).toEqual([0, expect.not.stringMatching(/warning/i)]);
  });

  test('Caddy: the proxy', ({ skip }) => {
    const copy = adapted('proxy/Caddyfile', 'Caddyfile', []);
    const words = ['adapt', '--adapter', 'caddyfile', '--config', copy];
    expect(runIfInstalled(skip, 'caddy', [...words]).status).toBe(0);
  });

  test.for(['proxy/Caddyfile', 'proxy/nginx.conf', 'proxy/haproxy.cfg', 'container/haproxy.cfg'])(
    '%s leads the names of console and previews to the ports of the console’s process',
    (name) => {
      const { consoleHost, previewHost } = yamlOf(read('helm/values.yaml'))[0] ?? {};
      const places = [...read(name).matchAll(/(?:127\.0\.0\.1|console):(?<port>40[13]0)/g)];
      expect(places.map(({ groups }) => groups?.['port'])).toEqual(['4010', '4030']);
      for (const host of [consoleHost, previewHost]) expect(read(name)).toContain(String(host));
    },
  );

  test('sh: the command webpay', ({ skip }) => {
    const copy = adapted('systemd/webpay', 'webpay', []);
    expect(runIfInstalled(skip, 'sh', ['-n', copy])).toEqual({ status: 0, said: '' });
  });
});

describe('webpay.env.example', () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const others = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const secret = (): string => randomBytes(24).toString('hex');
  beforeAll(() => {
    const own = keys.privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(path.join(folder, 'payermax-own.private.pem'), own);
    const theirs = others.publicKey.export({ type: 'spki', format: 'pem' });
    writeFileSync(path.join(folder, 'payermax.public.pem'), theirs);
    const game = `{ address: https://game.example/webpay, key: ${secret()} }`;
    writeFileSync(path.join(folder, 'games.yaml'), `20: ${game}\n`);
  });

  const filled = (): Record<string, string> =>
    Object.fromEntries(
      read('webpay.env.example')
        .split('\n')
        .filter((line) => /^[A-Z]/.test(line))
        .map((line) => line.replace('/etc/webpay', folder).replace('CHANGE_ME', secret()))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );

  test('is a production configuration once CHANGE_ME and the files are filled in', () => {
    expect(readConfig(filled())).toMatchObject({ mode: 'production' });
  });

  test('has every variable that production requires', () => {
    const { WEBPAY_MODE: mode, ...env } = filled();
    const missing = Object.keys(env).filter((name) => {
      const { [name]: _, ...rest } = env;
      try {
        return readConfig({ WEBPAY_MODE: mode, ...rest }) === null;
      } catch (error) {
        return String(error).includes(name);
      }
    });
    const required = Object.entries(VARIABLES).filter(([, { production }]) =>
      production.startsWith('Required'),
    );
    expect(required.length).toBeGreaterThan(8);
    expect(missing).toEqual(expect.arrayContaining(required.map(([name]) => name)));
  });
});

test('every variable of the files is in the configuration reference', () => {
  /** These belong to Node, PostgreSQL's image and compose. */
  const others =
    /^(?:NODE_COMPILE_CACHE|POSTGRES_(?:USER|PASSWORD|DB)|(?:OWNER|RUNTIME)_PASSWORD|ON_ERROR_STOP)$/;
  const named = [...files].flatMap(([name, text]) =>
    [...text.matchAll(/(?:^|[\s#=]|name: )([A-Z][A-Z0-9]*_[A-Z0-9_]+|HOST|PORT)(?==|: |,)/gm)].map(
      ([, variable = '']) => `${name}: ${variable}`,
    ),
  );
  expect(named.length).toBeGreaterThan(40);
  const unknown = named.filter((each) => {
    const variable = each.split(': ')[1] ?? '';
    return (
      !Object.hasOwn(VARIABLES, variable) && !others.test(variable) && variable !== 'CHANGE_ME'
    );
  });
  expect(unknown).toEqual([]);
});

test('every path in a release that the files name exists in it', () => {
  const named = [...files.values()].flatMap((text) =>
    [...text.matchAll(/(?:\/opt\/webpay\/current|\/srv\/webpay)\/([\w./-]+)/g)].map(
      ([, file = '']) => file,
    ),
  );
  expect(new Set(named)).toEqual(new Set(['webpay.mjs', 'docs/deploy.md']));
  for (const file of named) expect(existsSync(path.join(release.folder, file))).toBe(true);
  for (const name of files.keys()) {
    const place = name === 'webpay.mjs' ? name : path.join('deploy', name);
    expect(existsSync(path.join(release.folder, place)), name).toBe(true);
  }
});

/** An unprivileged user of every system. */
const NOBODY = 65_534;

test('a Dockerfile’s steps give a folder of 170 MB at most, whose command runs with its Node alone and as nobody', async () => {
  const root = path.join(folder, 'image');
  const context = path.join(folder, 'context');
  mkdirSync(context);
  cpSync(await builtRelease(), path.join(context, 'webpay.tar.gz'));
  const below = (file: string): string => path.join(root, file);
  const steps = read('container/Dockerfile').matchAll(/^(COPY|RUN|WORKDIR) (.+)$/gm);
  for (const [, step, words = ''] of steps) {
    const [from = '', to = ''] = words.split(' ');
    if (step === 'WORKDIR') mkdirSync(below(from), { recursive: true });
    // Both stages share this folder, so the copy of one into the other is there, but for Node, which the first one's base has.
    if (step === 'COPY' && from.startsWith('--from')) {
      const [, , binary = ''] = words.split(' ');
      if (!binary.endsWith('/node')) continue;
      mkdirSync(path.dirname(below(binary)), { recursive: true });
      cpSync(process.execPath, below(binary), { dereference: true });
    } else if (step === 'COPY') {
      cpSync(path.join(context, from), below(to));
    }
    if (step === 'RUN') {
      const script = words.replaceAll(/(?<=\s)\/(?=\w)/g, `${root}/`);
      expect(spawnSync('sh', ['-ec', script], { encoding: 'utf8' })).toMatchObject({ status: 0 });
    }
  }
  const [, entry = '[]'] = /^ENTRYPOINT (.+)$/m.exec(read('container/Dockerfile')) ?? [];
  const [, ...command] = v.parse(v.array(v.string()), JSON.parse(entry));
  const words = command.map((word) => (word.startsWith('/') ? below(word) : word));
  // Debian's base comes on top, with room for 80 of the 250 MB.
  const sizes = readdirSync(root, { recursive: true, encoding: 'utf8' }).map(
    (file) => lstatSync(path.join(root, file)).size,
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(170_000_000);
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  chmodSync(folder, 0o755);
  const ran = (...more: string[]) => {
    const options = { encoding: 'utf8', env: {}, cwd: root, ...user } as const;
    return spawnSync(below('/usr/local/bin/node'), [...words, ...more], options);
  };
  expect(ran('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(ran('server').stderr).toMatch(/^DATABASE_URL is missing/);
  expect(ran('health', '1').stderr).toMatch(/^Port 1 does not answer/);
});

test('compose.yaml starts every role, the migration first', () => {
  const [compose] = yamlOf(read('container/compose.yaml'));
  const of = (dotted: string): unknown => at(compose, `services.${dotted}`);
  for (const role of ['migrate', 'server', 'worker', 'console']) {
    expect(of(`${role}.command`)).toEqual([role]);
    expect(of(`${role}.read_only`)).toBe(true);
    const wait = role === 'migrate' ? 'postgres' : 'migrate';
    expect(of(`${role}.depends_on`)).toHaveProperty(wait);
  }
  expect([of('server.deploy.replicas'), of('worker.deploy.replicas')]).toEqual([2, 2]);
  expect(of('migrate.environment')).toHaveProperty('DATABASE_OWNER_URL');
  expect(of('server.environment')).not.toHaveProperty('DATABASE_OWNER_URL');
});

test('the chart’s templates are valid YAML with its values', () => {
  const [values] = yamlOf(read('helm/values.yaml'));
  const made = ['roles', 'migrate', 'network'].flatMap((name) =>
    yamlOf(fillTemplate(read(`helm/templates/${name}.yaml`), values)),
  );
  const kinds = made
    .filter(Boolean)
    .map((each) => `${String(each['kind'])} ${String(at(each, 'metadata.name'))}`);
  expect(kinds.toSorted()).toEqual([
    'Deployment webpay-console',
    'Deployment webpay-server',
    'Deployment webpay-worker',
    'Ingress webpay',
    'Job webpay-migrate',
    'PodDisruptionBudget webpay-console',
    'PodDisruptionBudget webpay-server',
    'PodDisruptionBudget webpay-worker',
    'Service webpay-console',
    'Service webpay-shop',
  ]);
  for (const each of made.filter((one) => one?.['kind'] === 'Deployment')) {
    const container = at(each, 'spec.template.spec.containers.0');
    expect(at(container, 'securityContext.readOnlyRootFilesystem')).toBe(true);
    expect(at(container, 'readinessProbe.httpGet.port')).toEqual(expect.any(Number));
    expect(JSON.stringify(container)).not.toContain('webpay-owner');
  }
  const ports = made
    .filter((one) => one?.['kind'] === 'Service')
    .map((one) => at(one, 'spec.ports'));
  expect(JSON.stringify(ports).match(/(?<="targetPort":)\d+/g)).toEqual(['4000', '4010', '4030']);
});
