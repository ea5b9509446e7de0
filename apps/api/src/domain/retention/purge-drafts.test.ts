import { expect, it } from 'vitest';
import { asOwner, testDatabase } from '../../../../../tests/support/test-database.ts';
import { createClock } from '../../platform/clock.ts';
import { filesOfVersion, saveFiles } from '../projects/version-queries.ts';
import { hashOf } from '../projects/versions.ts';
import { purgeKind } from './purge-expired.ts';

const { db, url } = await testDatabase('seeded');
const ctx = { db, clock: createClock() };

async function keep(content: string, days: number): Promise<string> {
  const sha256 = hashOf(content);
  await db.one(saveFiles, { rows: [{ sha256, content }] });
  await age(sha256, days);
  return sha256;
}
const age = (sha256: string, days: number) =>
  asOwner(
    url,
    `update catalogue_files set kept_at = now() - interval '${days} days' where sha256 = '${sha256}'`,
  );
async function left(...hashes: readonly string[]): Promise<readonly boolean[]> {
  const { rows } = await db.pool.query<{ sha256: string }>(`select sha256 from catalogue_files`);
  return hashes.map((hash) => rows.some(({ sha256 }) => sha256 === hash));
}

it('deletes imported files that nobody published for 30 days, and none that is named anywhere', async () => {
  await asOwner(url, `update catalogue_files set kept_at = now() - interval '400 days'`);
  const young = await keep('a draft of today', 29);
  const old = await keep('a draft of last month', 31);
  const again = await keep('a draft that is imported again', 31);
  await keep('a draft that is imported again', 0);
  const planned = await keep('a draft of a planned publication', 80);
  const waiting = await keep('a draft that waits for a second person', 40);
  const made = { kind: 'publish_files', files: [{ path: 'products.yaml', sha256: planned }] };
  await db.pool.query(
    `with anna as (insert into operators (id, name, name_key, roles, created_at)
        values ('anna', 'anna', 'anna', '{finance}', now()) returning id),
      step as (insert into operator_approvals (id, kind, action, plan_hash, title, reason, second_person, object_kind, object_id,
          object_name, path, project, asked_by, asked_at, expires_at)
        select 'p1', 'publish_files', $2, '', '', '', '', 'project', 'miniflix', '', '', 'miniflix', id, now(), now() + interval '1 day' from anna)
      insert into planned_publications (id, project, action, title, effects, because, publish_at, by_id, by_name, made_at)
        select 'p1', 'miniflix', $1, '', '[]', '', now() + interval '9 days', id, 'anna', now() from anna`,
    [made, { ...made, files: [{ path: 'products.yaml', sha256: waiting }] }],
  );
  // A shop's clock that is ahead deletes no file early.
  ctx.clock.setOffset(400 * 86_400_000);
  expect(await purgeKind(ctx, 'drafts', 30)).toBe(1);
  expect(await left(young, old, again, planned, waiting)).toEqual([true, false, true, true, true]);
  const files = await db.many(filesOfVersion, { project: 'miniflix', number: 0 });
  expect(files.map(({ path }) => path)).toContain('products.yaml');
  await expect(db.pool.query(`delete from catalogue_files`)).rejects.toThrow('permission denied');
});

it('keeps one of two equal files of an import', async () => {
  const same = { sha256: hashOf('the same twice'), content: 'the same twice' };
  await db.one(saveFiles, { rows: [same, same] });
  await db.one(saveFiles, { rows: [same, same] });
  expect(await left(same.sha256)).toEqual([true]);
});

it('deletes a batch in one run, the oldest first', async () => {
  const rows = Array.from({ length: 1_003 }, (_, n) => `draft ${n}`).map((content) => ({
    sha256: hashOf(content),
    content,
  }));
  await db.one(saveFiles, { rows });
  await asOwner(
    url,
    `update catalogue_files set kept_at = now() - interval '50 days' where content like 'draft %'`,
  );
  expect(await purgeKind(ctx, 'drafts', 30)).toBe(1_000);
  expect(await purgeKind(ctx, 'drafts', 30)).toBe(3);
});
