import { afterAll, beforeAll } from 'vitest';
import type { TestShop } from './environment.ts';
import { runResolve } from '../../apps/api/src/operator/resolve-verbs.ts';
import { buildContext, type BuiltContext } from '../../apps/api/src/build-context.ts';
import type { Ctx } from '../../apps/api/src/context.ts';
import type { Db } from '../../apps/api/src/platform/db/pool.ts';

export type Operator = {
  /** Runs `npm run resolve -- …` in this process. @returns its output; throws its error sentence */
  resolve(...words: readonly string[]): Promise<string>;
  readonly db: () => Db;
  readonly ctx: () => Ctx;
};

export function operatorOf(environment: () => TestShop): Operator {
  let built: BuiltContext | undefined;
  beforeAll(async () => {
    const { config, databaseUrl } = environment();
    built = await buildContext(
      { ...config, databaseUrl },
      { name: 'test-operator', connections: 8 },
    );
  });
  afterAll(() => built?.close());
  const ctx = () => {
    if (built === undefined) throw new Error('there is no operator yet');
    return built.ctx;
  };
  return {
    resolve: (...words) => runResolve(ctx(), words),
    db: () => ctx().db,
    ctx,
  };
}
