import { timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { keyedHash, keyedHashes } from './keyed-hash.ts';

/** A character at one version of its password: a change makes all earlier devices unknown. */
export type DeviceOwner = { readonly playerId: number; readonly passwordVersion: number };

/** The browser of a call, known for each character that it has entered with a proof (docs/decisions/0035). */
export type Device = {
  /** The device's own number; null where it is unknown for this character. */
  numberFor(owner: DeviceOwner): string | null;
  /** Makes the device known for a character: it proved its password, its mailbox or an access link. */
  remember(owner: DeviceOwner): void;
};

const NUMBER_BYTES = 16;
const TAG_BYTES = 16;
/** Characters of one browser; the one entered longest ago is forgotten. */
const MAX_CHARACTERS = 10;
/** A number and its tags, as `remember` writes them. */
const FORM = /^[A-Za-z0-9_-]{22}(?:\.[A-Za-z0-9_-]{22}){1,10}$/;

/**
 * Reads a device from its cookie: a random number, and for each known character an HMAC over both. The cookie opens
 * nothing: it only names the budget of guesses that counts.
 * @param kind entered with a proof, or confirmed by a code of the in-game mail: one never serves as the other
 * @param save stores the cookie's next value in the browser
 */
export function readDevice(
  ctx: Pick<Ctx, 'orderTokenKey' | 'randomBytes'>,
  cookie: string | undefined,
  save: (value: string) => void,
  kind: 'device' | 'confirmed' = 'device',
): Device {
  const isWhole = cookie !== undefined && FORM.test(cookie);
  const [known = '', ...tags] = isWhole ? cookie.split('.') : [];
  const tagOf = (number: string, { playerId, passwordVersion }: DeviceOwner) =>
    keyedHash(ctx, kind, number, playerId, passwordVersion).subarray(0, TAG_BYTES);
  return {
    numberFor: (owner) => {
      if (known === '') return null;
      // A tag of either key counts while the key changes.
      const { playerId, passwordVersion } = owner;
      const expected = keyedHashes(ctx, kind, known, playerId, passwordVersion).map((tag) =>
        tag.subarray(0, TAG_BYTES),
      );
      const isKnown = tags
        .map((tag) => Buffer.from(tag, 'base64url'))
        .some((tag) => expected.some((each) => isEqual(tag, each)));
      return isKnown ? known : null;
    },
    remember: (owner) => {
      const number = known === '' ? ctx.randomBytes(NUMBER_BYTES).toString('base64url') : known;
      const tag = tagOf(number, owner).toString('base64url');
      const others = tags.filter((each) => each !== tag);
      save([number, tag, ...others].slice(0, 1 + MAX_CHARACTERS).join('.'));
    },
  };
}

function isEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
