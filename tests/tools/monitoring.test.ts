import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { DEPLOY, runIfInstalled, yamlOf } from '../support/deploy-files.ts';

const FOLDER = path.join(DEPLOY, 'monitoring');
const read = (name: string): string => readFileSync(path.join(FOLDER, name), 'utf8');
const METRICS = readFileSync(path.join(DEPLOY, '../docs/reference/metrics.md'), 'utf8');

const rulesShape = v.object({
  groups: v.array(
    v.object({
      rules: v.array(
        v.object({
          alert: v.string(),
          expr: v.string(),
          labels: v.object({ severity: v.picklist(['page', 'ticket']) }),
          annotations: v.object({ summary: v.string() }),
        }),
      ),
    }),
  ),
});
const { groups } = v.parse(rulesShape, yamlOf(read('webpay.rules.yml'))[0]);
const rules = groups.flatMap((group) => group.rules);

test('there are at most fifteen alerts, and a test makes each of them fire', () => {
  expect(rules.length).toBeLessThanOrEqual(15);
  const tests = read('webpay.rules.test.yml');
  for (const { alert } of rules) expect(tests).toContain(`alertname="${alert}"`);
});

test.each(['webpay.rules.yml', 'grafana.json'])('%s reads documented metrics only', (file) => {
  const named = new Set(read(file).match(/\bwebpay_[a-z_]+/g));
  expect(named.size).toBeGreaterThan(5);
  for (const name of named) {
    const rows = name.replace(/_seconds$/, '');
    const own = name.replace(/_bucket$/, '');
    const isDocumented = [name, rows, own].some((each) => METRICS.includes(`\`${each}\``));
    expect(isDocumented, name).toBe(true);
  }
});

test('each alert fires at its symptom, and a calm shop raises none', ({ skip }) => {
  const { status, said } = runIfInstalled(
    skip,
    'promtool',
    ['test', 'rules', 'webpay.rules.test.yml'],
    FOLDER,
  );
  expect(said).toContain('SUCCESS');
  expect(status).toBe(0);
});

test('promtool accepts the configuration', ({ skip }) => {
  const { status, said } = runIfInstalled(
    skip,
    'promtool',
    ['check', 'config', 'prometheus.yml'],
    FOLDER,
  );
  expect(said).toContain('15 rules found');
  expect(status).toBe(0);
});
