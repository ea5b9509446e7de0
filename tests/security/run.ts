import { buildContext } from '../../apps/api/src/build-context.ts';
import type { TestEnvironment } from '../support/environment.ts';
import type { Attack, Field, Theme } from './field.ts';
import { createWire } from './wire.ts';

export type Outcome = {
  readonly theme: string;
  readonly attack: string;
  readonly must: string;
  /** What happened, or how it got through. */
  readonly outcome: string;
  readonly gotThrough: boolean;
};

/** Attacks of one theme that run beside each other. */
const BESIDE = 4;

/** A field in this environment; `close` ends what it opened. */
export async function openField(
  environment: TestEnvironment,
  parallel: number,
): Promise<{ readonly field: Field; close(): Promise<void> }> {
  const config = { ...environment.config, databaseUrl: environment.databaseUrl };
  const built = await buildContext(config, { name: 'attack', connections: 6, logTo: 'stderr' });
  const wire = createWire(environment.url);
  return {
    field: {
      environment,
      ctx: built.ctx,
      wire,
      parallel,
      liedAbout: new Set(),
      serverPid: environment.processes.server.pid(),
    },
    close: async () => {
      wire.close();
      await built.close();
    },
  };
}

/** Everything that is tried, and what came of it. */
export async function attackAll(
  field: Field,
  themes: readonly Theme[],
  told: (outcome: Outcome) => void = () => undefined,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { title, attacks, isCrowded } of themes) {
    const left = attacks.entries();
    const done: Outcome[] = [];
    const attacker = async (): Promise<void> => {
      for (const [index, attack] of left) {
        const outcome = { theme: title, ...(await tryIt(field, attack)) };
        told(outcome);
        done[index] = outcome;
      }
    };
    await Promise.all(Array.from({ length: isCrowded === true ? 1 : BESIDE }, attacker));
    outcomes.push(...done);
  }
  return outcomes;
}

/** An attack that cannot even be tried proves nothing: it counts as one that got through. */
async function tryIt(field: Field, attack: Attack): Promise<Omit<Outcome, 'theme'>> {
  const { name, must } = attack;
  try {
    return { attack: name, must, outcome: await attack.run(field), gotThrough: false };
  } catch (error) {
    const outcome = error instanceof Error ? error.message : String(error);
    return { attack: name, must, outcome, gotThrough: true };
  }
}
