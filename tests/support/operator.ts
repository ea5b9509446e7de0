import { afterAll, beforeAll } from 'vitest';
import type { TestShop } from './environment.ts';
import { runResolve } from '../../apps/api/src/operator/resolve-verbs.ts';
import { buildContext, type BuiltContext } from '../../apps/api/src/build-context.ts';

export type Operator = ReturnType<typeof operatorOf>;

export function operatorOf(environment: () => TestShop) {
  let built: BuiltContext | undefined;
  beforeAll(async () => {
    const { config, databaseUrl } = environment();
    const options = { name: 'test-operator', connections: 8 };
    built = await buildContext({ ...config, databaseUrl }, options);
  });
  afterAll(() => built?.close());
  const ctx = () => {
    if (built === undefined) throw new Error('there is no operator yet');
    return built.ctx;
  };
  return {
    /** Runs `npm run resolve -- …` in this process. @returns its output; throws its error sentence */
    resolve: (...words: readonly string[]) => runResolve(ctx(), words),
    db: () => ctx().db,
    ctx,
  };
}
