/** Calls that met an ended session wait here until the operator has signed in again. */

type Waiting = { readonly promise: Promise<void>; readonly done: () => void };

let waiting: Waiting | null = null;
const listeners = new Set<() => void>();

/** Asks for a sign-in over the page. Calls that fail together wait for the same one. */
export function signInAgain(): Promise<void> {
  if (waiting === null) {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting = { promise, done: resolve };
    tell();
  }
  return waiting.promise;
}

/** Lets the waiting calls repeat. */
export function signedInAgain(): void {
  const ended = waiting;
  waiting = null;
  tell();
  ended?.done();
}

export const isSignInNeeded = (): boolean => waiting !== null;

export function watchSignIn(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
