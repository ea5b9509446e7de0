import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { configFolder, problemsOf } from '../../../../../tests/support/config-files.ts';
import { TEMPLATES } from '../../../../../tests/support/templates.ts';
import { asOwner, blankDatabase } from '../../../../../tests/support/test-database.ts';
import { readConfig } from '../../config/config.ts';
import { headsOf, headsReport, readAuditVerb } from '../../operator/audit-verbs.ts';
import { openDb, type Db } from '../../platform/db/pool.ts';
import { createLog } from '../../platform/logging/log.ts';
import { createMetrics } from '../../platform/monitoring/metrics.ts';
import { appendAudit } from './append-audit.ts';
import { checkAudit } from './check-audit.ts';
import { checkHeads } from './check-heads.ts';
import { keepTaken } from './heads-state.ts';
import { listHeads } from './list-heads.ts';
import { signHourly } from './sign-hourly.ts';

const { folder, fileWith } = configFolder();
const runs = new AbortController().signal;
const newKey = () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
};
let logs = 0;

/** A log of three entries, and workers that share one file of heads. `at` is their time. */
async function signedLog() {
  logs += 1;
  const own = await blankDatabase(TEMPLATES.empty);
  const db: Db = openDb(own, { max: 4, checkRows: true });
  onTestFinished(() => db.close());
  const file = path.join(folder, `heads-${logs}`);
  const keyPem = newKey();
  const keyFile = fileWith(`key-${logs}.pem`, keyPem);
  const config = readConfig({ AUDIT_KEY_FILE: keyFile, AUDIT_HEADS_FILE: file });
  const metrics = createMetrics();
  const logFile = path.join(folder, `log-${logs}`);
  const log = createLog('test', { file: logFile }, () => undefined);
  const at = (time: string) => {
    const real = () => new Date(time);
    return { db, config, metrics, log, clock: { real, now: real, nowMs: () => real().getTime() } };
  };
  const alerts = async () => {
    const { values } = await metrics.alerts.get();
    return values.map(({ labels }) => labels.kind);
  };
  let entries = 0;
  const append = () => {
    entries += 1;
    return appendAudit(db, {
      at: new Date('2026-11-28T14:00:00Z'),
      operator: 'ana',
      operatorId: null,
      sessionId: null,
      address: '',
      agent: '',
      permission: null,
      action: 'order.read',
      objectKind: null,
      objectId: null,
      project: null,
      reason: '',
      detail: null,
      requestId: `r-${entries}`,
      outcome: 'done',
    });
  };
  for (let n = 1; n <= 3; n += 1) await append();
  const said = () => {
    log.flush();
    return existsSync(logFile) ? readFileSync(logFile, 'utf8') : '';
  };
  const publicKey = createPublicKey(keyPem);
  const check = () => checkHeads({ db }, file, publicKey);
  const heads = () => readFileSync(file, 'utf8').trimEnd().split('\n');
  return { url: own, db, file, keyFile, config, at, alerts, append, said, check, heads };
}

/** Opens what keeps the owner of the schema from changing the log by mistake. */
const OPEN =
  'alter table audit disable trigger user; alter table audit_head disable trigger user; alter table audit drop constraint audit_hash_fits;';
/** Another operator in the second entry, and all hashes after it computed anew. */
const REWRITE = `${OPEN} do $$
  declare entry record; before bytea := decode(repeat('00', 32), 'hex'); the_hash bytea;
  begin
    for entry in select id, replace(body, case when id = 2 then 'ana' else '-' end, 'eve') as body from audit order by id loop
      the_hash := sha256(before || convert_to(entry.body, 'UTF8'));
      update audit set body = entry.body, prev_hash = before, hash = the_hash where id = entry.id;
      before := the_hash;
    end loop;
    update audit_head set hash = before;
  end $$;`;
const CUT = `${OPEN} delete from audit where id > 2;
  update audit_head set id = 2, hash = (select hash from audit where id = 2);`;

test('two workers sign one head an hour, into the file and the log', async () => {
  const { at, append, check, heads, said, alerts } = await signedLog();
  const both = (time: string) =>
    Promise.all([signHourly(at(time), runs), signHourly(at(time), runs)]);
  await both('2026-11-28T14:05:00.000Z');
  await both('2026-11-28T14:59:59.999Z');
  await append();
  await both('2026-11-28T15:00:00.000Z');
  expect(heads().map((each) => JSON.parse(each) as unknown)).toMatchObject([
    { seq: 3, at: '2026-11-28T14:05:00.000Z' },
    { seq: 4, at: '2026-11-28T15:00:00.000Z' },
  ]);
  expect(await check()).toEqual({ heads: 2, faults: [] });
  expect(await alerts()).toEqual([]);
  await expect.poll(said).toContain(`"auditHead":${heads()[1]}`);
});

test('without a key nothing is signed', async () => {
  const { at, file, said } = await signedLog();
  const worker = at('2026-11-28T14:05:00Z');
  await signHourly({ ...worker, config: readConfig({}) }, runs);
  expect(existsSync(file)).toBe(false);
  expect(said()).toBe('');
});

test('a log that its owner wrote anew is whole, and differs from its heads', async () => {
  const { url, db, at, check, alerts } = await signedLog();
  await signHourly(at('2026-11-28T14:05:00Z'), runs);
  await asOwner(url, REWRITE);
  expect(await checkAudit({ db })).toMatchObject({ entries: 3, broken: null });
  const { faults } = await check();
  expect(faults).toMatchObject([{ line: 1, seq: 3 }]);
  expect(faults[0]?.why).toMatch(/written anew/);
  // The same day has its check already; the first head of the next day begins one.
  await signHourly(at('2026-11-28T15:05:00Z'), runs);
  expect(await alerts()).toEqual([]);
  await signHourly(at('2026-11-29T00:05:00Z'), runs);
  expect(await alerts()).toEqual(['audit_chain_broken']);
});

test('a log that lost its end, head included, is whole and lacks a signed entry', async () => {
  const { url, db, at, check, append } = await signedLog();
  await signHourly(at('2026-11-28T14:05:00Z'), runs);
  await asOwner(url, CUT);
  expect(await checkAudit({ db })).toMatchObject({ entries: 2, broken: null });
  const { faults } = await check();
  expect(faults).toMatchObject([{ line: 1, seq: 3 }]);
  expect(faults[0]?.why).toMatch(/has it no more/);
  await append();
  expect((await check()).faults).toMatchObject([{ line: 1, seq: 3 }]);
});

test('a forged line is refused by its number, and hides no other fault', async () => {
  const { at, file, check, heads } = await signedLog();
  await signHourly(at('2026-11-28T14:05:00Z'), runs);
  const line = heads()[0] ?? '';
  const other = await signedLog();
  await signHourly(other.at('2026-11-28T14:05:00Z'), runs);
  writeFileSync(file, [line.replace('"seq":3', '"seq":2'), ...other.heads(), 'x', line].join('\n'));
  const result = await check();
  expect(result).toMatchObject({ heads: 1, faults: [{ line: 1 }, { line: 2 }, { line: 3 }] });
  expect(result.faults.map(({ why }) => why)).toEqual([
    'Invalid signature of the line.',
    'The line is signed with another key.',
    'The line is no signed head.',
  ]);
  // The last line has no end: the next one begins on a line of its own.
  await signHourly(at('2026-11-28T15:05:00Z'), runs);
  expect(await check()).toMatchObject({ heads: 2 });
});

test('a file that cannot be written alerts once an hour, and is written when it can be', async () => {
  const { at, config, file, heads, alerts } = await signedLog();
  const { auditHeads } = config;
  if (auditHeads === null) throw new Error('no key');
  const closed = { ...auditHeads, file: path.join(file, 'missing') };
  const worker = at('2026-11-28T14:05:00Z');
  await signHourly({ ...worker, config: { ...config, auditHeads: closed } }, runs);
  expect(await alerts()).toEqual(['audit_head_unsigned']);
  await signHourly(worker, runs);
  expect(heads()).toHaveLength(1);
});

test('npm run audit-log takes file and key, or the configured ones', async () => {
  const { url, at, config, file, keyFile, db } = await signedLog();
  await signHourly(at('2026-11-28T14:05:00Z'), runs);
  const publicPem = createPublicKey(readFileSync(keyFile)).export({ type: 'spki', format: 'pem' });
  const publicFile = fileWith('audit-public.pem', publicPem.toString());
  const report = async (words: string[], configured = config.auditHeads) => {
    const given = headsOf(readAuditVerb(['verify', ...words]), configured);
    return given && headsReport(await checkHeads({ db }, given.file, given.publicKey));
  };
  const agrees = '1 signed head, and the log agrees with all of them.';
  expect(await report([])).toBe(agrees);
  expect(await report(['--heads', file, '--key', publicFile], null)).toBe(agrees);
  expect(await report([], null)).toBe(null);
  await expect(report(['--heads', file], null)).rejects.toThrow(/public key/);
  await expect(report(['--key', publicFile], null)).rejects.toThrow(/--heads/);
  await expect(report(['--heads', `${file}.x`])).rejects.toThrow(/no file of heads/);
  await expect(report(['--key', file])).rejects.toThrow(/no readable PEM/);
  await asOwner(url, CUT);
  expect(await report([])).toMatch(/differ\.\n {2}line 1: The log had entry 3/);
});

test('the key and the file are given together, and the key is Ed25519', () => {
  const key = fileWith('ed25519.pem', newKey());
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const heads = path.join(folder, 'heads');
  expect(problemsOf({ AUDIT_KEY_FILE: key, AUDIT_HEADS_FILE: heads })).toEqual([]);
  expect(problemsOf({ AUDIT_KEY_FILE: key })).toEqual([
    expect.stringMatching(/^AUDIT_HEADS_FILE is missing/),
  ]);
  expect(problemsOf({ AUDIT_HEADS_FILE: heads })).toEqual([
    expect.stringMatching(/without AUDIT_KEY_FILE/),
  ]);
  const other = { AUDIT_KEY_FILE: fileWith('p256.pem', pem), AUDIT_HEADS_FILE: heads };
  expect(problemsOf(other)).toEqual([
    expect.stringMatching(/not a PEM file with an Ed25519 private key/),
  ]);
});

test('the console lists heads, newest first, with signature, log, address and nightly check', async () => {
  const { url, db, at, append, file, heads, config } = await signedLog();
  const worker = at('2026-11-28T18:00:00Z');
  const list = (after?: string) => listHeads(worker, { limit: 2, ...(after && { after }) });
  expect(await list()).toMatchObject({ state: 'read', items: [], next: null, nightly: null });
  for (const hour of [14, 15, 16, 17]) {
    await signHourly(at(`2026-11-28T${hour}:05:00Z`), runs);
    await append();
  }
  keepTaken(file, heads().slice(0, 3).join('\n').length + 1);
  const newest = await list();
  const good = { is_signed: true, fault: null };
  expect(newest.items).toMatchObject([
    { at: Date.parse('2026-11-28T17:05:00Z'), entry: 6, is_taken: false, ...good },
    { at: Date.parse('2026-11-28T16:05:00Z'), entry: 5, is_taken: true, ...good },
  ]);
  expect(newest.nightly).toEqual({
    at: Date.parse('2026-11-28T14:05:00Z'),
    entries: 3,
    heads: 1,
    fault: null,
  });
  const older = await list(newest.next ?? '');
  expect(older.items.map(({ entry }) => entry)).toEqual([4, 3]);
  expect(older.next).toBe(null);
  // A place that is no beginning of a line leads to the newest page.
  expect((await list('17')).items).toEqual(newest.items);
  await asOwner(url, CUT);
  writeFileSync(file, `${heads().join('\n').replace('"seq":6', '"seq":5')}\nx`);
  expect((await listHeads({ ...worker, db }, {})).items.map((each) => each.fault)).toEqual([
    'The line is no signed head.',
    'Invalid signature of the line.',
    expect.stringMatching(/entry 5 .* has it no more/),
    expect.stringMatching(/entry 4 .* has it no more/),
    expect.stringMatching(/entry 3 .* has it no more/),
  ]);
  await signHourly(at('2026-11-29T00:05:00Z'), runs);
  expect((await list()).nightly?.fault).toMatch(/^Line 1 of the file: The log had entry 3/);
  writeFileSync(file, '');
  expect(await list()).toMatchObject({ state: 'missing', items: [] });
  rmSync(file);
  expect(await list()).toMatchObject({ state: 'missing', items: [] });
  const folderForFile = { publicKeyPem: '', ...config.shownHeads, file: folder };
  const closed = { ...worker, config: { ...config, shownHeads: folderForFile } };
  expect(await listHeads(closed, {})).toMatchObject({ state: 'unreadable', items: [] });
  const without = { ...worker, config: { ...config, shownHeads: null } };
  expect(await listHeads(without, {})).toMatchObject({ state: 'off', file: null });
});

test('a line longer than heads have ends the list in words, and hides no newer head', async () => {
  const { at, file, heads } = await signedLog();
  await signHourly(at('2026-11-28T14:05:00Z'), runs);
  writeFileSync(file, `${heads()[0]}\n${'x'.repeat(20_000)}\n${heads()[0]}\n`);
  const worker = at('2026-11-28T15:00:00Z');
  const newest = await listHeads(worker, { limit: 2 });
  expect(newest.items).toMatchObject([{ entry: 3, fault: null }]);
  expect(await listHeads(worker, { limit: 2, after: newest.next ?? '' })).toMatchObject({
    state: 'unreadable',
    items: [],
  });
});

test('the console takes the public key alone, and refuses a private one in its place', () => {
  const pem = newKey();
  const key = createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString();
  const heads = path.join(folder, 'heads');
  const given = { AUDIT_PUBLIC_KEY_FILE: fileWith('public.pem', key), AUDIT_HEADS_FILE: heads };
  expect(problemsOf(given)).toEqual([]);
  expect(readConfig(given)).toMatchObject({ auditHeads: null, shownHeads: { file: heads } });
  expect(problemsOf({ ...given, AUDIT_PUBLIC_KEY_FILE: fileWith('private.pem', pem) })).toEqual([
    expect.stringMatching(/^AUDIT_PUBLIC_KEY_FILE is not a PEM file with an Ed25519 public key/),
  ]);
  expect(problemsOf({ AUDIT_PUBLIC_KEY_FILE: given.AUDIT_PUBLIC_KEY_FILE })).toEqual([
    expect.stringMatching(/^AUDIT_HEADS_FILE is missing/),
  ]);
});
