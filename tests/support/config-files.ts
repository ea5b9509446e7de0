import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import type { Environment } from '../../apps/api/src/config/fields.ts';
import { ConfigError, readConfig } from '../../apps/api/src/config/config.ts';

export const SANDBOX_KEYS = path.join(import.meta.dirname, '../../apps/api/apps/api/sandbox-keys');

/** A folder of the test file, removed after its tests. */
export function configFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'webpay-config-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return {
    folder,
    fileWith: (name: string, text: string): string => {
      const file = path.join(folder, name);
      writeFileSync(file, text);
      return file;
    },
  };
}

/** Problems that the start would report. */
export function problemsOf(environment: Environment): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
