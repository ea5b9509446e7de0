import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Options = Readonly<Record<string, unknown>>;
type Made = { readonly origin: string; readonly rpId: string };

const UP = 0x01;
const UV = 0x04;
const HAS_KEY = 0x40;

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** A passkey in software, as a browser gives its answers: ES256, attestation "none". */
export function softPasskey({ origin, rpId }: Made) {
  const credentialId = randomBytes(32);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  let counter = 0;

  const coordinate = (value: string | undefined) =>
    new Uint8Array(Buffer.from(value ?? '', 'base64url'));
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, coordinate(jwk.x)],
    [-3, coordinate(jwk.y)],
  ]);

  function clientData(type: string, challenge: unknown, at: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));
  }

  function authenticatorData(flags: number, rest: readonly Uint8Array[]): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, ...rest]);
  }

  const answer = (response: object) => {
    const id = text(credentialId);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  };

  return {
    id: text(credentialId),
    /** Answers `navigator.credentials.create`. */
    register(options: Options, changed: { readonly isVerified?: boolean } = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const flags = UP | HAS_KEY | (changed.isVerified === false ? 0 : UV);
      const authData = authenticatorData(flags, [
        Buffer.alloc(16),
        length,
        credentialId,
        isoCBOR.encode(key),
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return answer({
        clientDataJSON: text(clientData('webauthn.create', options['challenge'], origin)),
        // Verified edge: the maps hold CBOR's own types.
        attestationObject: text(
          isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]),
        ),
        transports: ['internal'],
      });
    },
    /** Answers `navigator.credentials.get`. */
    signIn(
      options: Options,
      changed: {
        readonly isVerified?: boolean;
        readonly origin?: string;
        readonly userHandle?: string;
        readonly counter?: number;
      } = {},
    ) {
      counter = changed.counter ?? counter + 1;
      const flags = UP | (changed.isVerified === false ? 0 : UV);
      const authData = authenticatorData(flags, []);
      const client = clientData('webauthn.get', options['challenge'], changed.origin ?? origin);
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey);
      return answer({
        clientDataJSON: text(client),
        authenticatorData: text(authData),
        signature: text(signature),
        ...(changed.userHandle === undefined ? {} : { userHandle: changed.userHandle }),
      });
    },
  };
}
