import type { Refused } from '../../domain/operators/operator.ts';
import { NOT_FOUND, ProblemError } from './problem.ts';

/** @throws ProblemError for a refusal of the domain */
export function accepted<T extends object>(outcome: T | Refused): T {
  if ('refused' in outcome) throw new ProblemError(outcome.refused);
  return outcome;
}

/** Objects of other projects answer like missing ones. @throws ProblemError */
export function found<T>(file: T | null): T {
  if (file === null) throw new ProblemError(NOT_FOUND);
  return file;
}
