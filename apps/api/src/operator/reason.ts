import { requestText } from '../domain/support/rules.ts';
import { StartError } from '../platform/start-error.ts';

/** Marks that make what follows them read backwards. */
const TURNS_TEXT = /[\u202A-\u202E\u2066-\u2069]/u;

/**
 * Why an operator decides so, held to what a player's words are held to: it is kept, printed, and of a request read by its player.
 * @param given the value of --because
 * @param usage how the command is called, for who left it out
 * @throws StartError with one sentence
 */
export function readReason(given: string | undefined, usage: string): string {
  if (given === undefined || given.trim() === '') {
    throw new StartError(`--because "…" is missing. ${usage}`);
  }
  const reason = TURNS_TEXT.test(given) ? null : requestText(given);
  if (reason === null) {
    throw new StartError(
      '--because takes up to 1,000 characters that can be read, a letter or digit among them.',
    );
  }
  return reason;
}
