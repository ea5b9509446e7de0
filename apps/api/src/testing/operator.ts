import { afterAll, beforeAll } from 'vitest';
import type { World } from '../../../../tools/world.ts';
import { runResolve } from '../../../../tools/resolve-verbs.ts';
import { buildContext, type BuiltContext } from '../build-context.ts';
import type { Ctx } from '../context.ts';
import type { Db } from '../db/pool.ts';

export type Operator = {
  /** `npm run resolve -- …` in this process: what it prints, or throws as its one sentence. */
  resolve(...words: readonly string[]): Promise<string>;
  readonly db: () => Db;
  readonly ctx: () => Ctx;
};

/** Somebody with a terminal beside the shop of this test file. */
export function operatorOf(world: () => World): Operator {
  let built: BuiltContext | undefined;
  beforeAll(async () => {
    const { config, databaseUrl } = world();
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
