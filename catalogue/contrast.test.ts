import { describe, expect, test } from 'vitest';
import { contrast, PAIRS } from '../packages/contract/src/console/contrast.ts';
import { readCatalogue } from '../apps/api/src/catalogue-import/read-catalogue.ts';

const projects = await readCatalogue(import.meta.dirname);

describe.each(projects.map((project) => [project.code, project.data.theme.tokens] as const))(
  '%s',
  (_, tokens) => {
    test.each(PAIRS)('[A03] %s is readable on %s (%d : 1)', (front, back, limit) => {
      const ratio = contrast(tokens[front] ?? '', tokens[back] ?? '');
      expect(ratio).toBeGreaterThanOrEqual(limit);
    });
  },
);

test('contrast is measured as WCAG defines it', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
  expect(contrast('#FFFFFF', '#009241')).toBeCloseTo(4.05, 1);
});
