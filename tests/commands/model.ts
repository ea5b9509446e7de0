import { walkAll } from '../model/walk.ts';
import {
  exitWithMessage,
  readCount,
  readOptions,
} from '../../apps/api/src/operator/command-line.ts';

const DEFAULT_STEPS = 10_000_000;
const STEPS_A_WALK = 200;

/**
 * Walks at random through the events of a payment in the reference model, by the shop's own rules,
 * and checks after every event that no cent is lost or doubled:
 *
 *     npm run model                                  # ten million steps
 *     npm run model -- --steps 1000000 --seed 7      # a million, with the same walks again
 *
 * Exit code 1, with the shortest failing walk, when an invariant is broken.
 */
try {
  const given = readOptions(['steps', 'seed']);
  const walks = Math.ceil(readCount('steps', given.steps, DEFAULT_STEPS) / STEPS_A_WALK);
  const seed = readCount('seed', given.seed, Date.now() % 1_000_000);
  const startedAt = Date.now();
  console.log(`model: ${walks} walks of ${STEPS_A_WALK} steps, seed ${seed}`);
  const { steps, met } = walkAll({ walks, stepsAWalk: STEPS_A_WALK, seed });
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(0);
  const ends = Object.entries(met).map(([end, count]) => `${end} ${count}`);
  console.log(
    `${steps} steps in ${seconds} s, nothing lost or doubled; walks with ${ends.join(', ')}`,
  );
} catch (error) {
  exitWithMessage(error);
}
