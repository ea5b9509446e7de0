import { promises, type LookupAddress } from 'node:dns';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { isPublicAddress, postPublic, publicLookup } from './public-call.ts';

it.each([
  ['203.0.114.1', true],
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:7f00:1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['2002:7f00:1::', false],
  ['64:ff9b::7f00:1', false],
  ['localhost', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

it.each(['https://127.0.0.1:1/', 'https://[::1]:1/', 'https://localhost:1/', 'http://8.8.8.8/'])(
  'calls nothing at %s unless it may call anywhere',
  async (url) => {
    const call = { url, headers: {}, body: '', timeoutMs: 10_000 };
    expect(await postPublic({ ...call, isAnywhere: false })).toEqual({
      kind: 'silent',
      why: 'not a public address',
    });
  },
);

it('says why a call had no answer, without its address', async () => {
  const url = 'http://127.0.0.1:1/secret';
  const call = { url, headers: {}, body: '{}', timeoutMs: 10_000, isAnywhere: true };
  expect(await postPublic(call)).toEqual({
    kind: 'silent',
    why: 'the connection broke: ECONNREFUSED',
  });
});

/** A name server on this machine: each name has the IPv4 addresses of its entry, and no IPv6 address. */
async function nameServer(entries: Readonly<Record<string, readonly string[]>>) {
  const asked: string[] = [];
  const server = createSocket('udp4', (query, from) => {
    const labels = query.subarray(12, query.indexOf(0, 12)).toString('latin1');
    const name = labels.slice(1).replaceAll(/[^a-z]/g, '.');
    const question = query.subarray(12, 12 + labels.length + 5);
    const isFour = question.at(-3) === 1;
    asked.push(`${name} ${isFour ? 'A' : 'AAAA'}`);
    const found = isFour ? (entries[name] ?? []) : [];
    const head = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, found.length, 0, 0, 0, 0]);
    query.copy(head, 0, 0, 2);
    const answers = found.map((address) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]),
    );
    server.send(Buffer.concat([head, question, ...answers]), from.port, from.address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const resolver = new promises.Resolver({ timeout: 2_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  const look = publicLookup(resolver);
  const find = (host: string) =>
    new Promise<unknown>((resolve) => {
      look(host, { all: true }, (error, found) => resolve(error === null ? found : error.message));
    });
  return { asked, find };
}

it('asks name servers once for all calls to a host, and takes no name that leads to a private network', async () => {
  const { asked, find } = await nameServer({
    'a.example': ['8.8.8.8', '203.0.114.1'],
    'b.example': ['8.8.8.8', '10.0.0.1'],
  });
  const both: LookupAddress[] = [
    { address: '8.8.8.8', family: 4 },
    { address: '203.0.114.1', family: 4 },
  ];
  const found = await Promise.all(Array.from({ length: 10 }, () => find('a.example')));
  expect(found).toEqual(Array.from({ length: 10 }, () => both));
  expect(asked.toSorted()).toEqual(['a.example A', 'a.example AAAA']);
  expect(await find('b.example')).toBe('not a public address');
  expect(await find('c.example')).toContain('ENODATA');
});

/** Posts to a receiver that answers with these bytes and leaves the connection open. */
async function answerTo(bytes: string) {
  const sockets: Socket[] = [];
  const receiver = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    socket.once('data', () => socket.write(bytes));
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    receiver.close();
    await once(receiver, 'close');
  });
  // Verified edge: it listens on a port.
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  return postPublic({ url, headers: {}, body: '{}', timeoutMs: 60_000, isAnywhere: true });
}

it('takes an upgrade, which it did not ask for, as silence', async () => {
  const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
  expect(await answerTo(upgrade)).toEqual({ kind: 'silent', why: 'the connection broke' });
});

it('takes a status whose body never ends', async () => {
  const posts = [200, 410].map((status) =>
    answerTo(`HTTP/1.1 ${status} X\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n`),
  );
  expect(await Promise.all(posts)).toEqual([
    { kind: 'answered', status: 200, retryAfter: null },
    { kind: 'answered', status: 410, retryAfter: null },
  ]);
});

it('takes a status with a body that is longer than it reads', async () => {
  const body = `HTTP/1.1 200 OK\r\ncontent-length: 900000\r\n\r\n${'a'.repeat(100_000)}`;
  expect(await answerTo(body)).toMatchObject({ kind: 'answered', status: 200 });
});
