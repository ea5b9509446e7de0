import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** A certificate and its key, as PEM. */
export type Certified = { readonly cert: string; readonly key: string };

/** Creates a root certificate for this run and a certificate for `host`; nothing is stored. */
export function makeTestRoot(host: string): { readonly root: string; readonly leaf: Certified } {
  const rootKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const leafKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = { name: 'WebPay test root of one run', key: rootKeys.privateKey };
  return {
    root: certificate({
      ...issuer,
      subject: issuer.name,
      publicKey: rootKeys.publicKey,
      isRoot: true,
    }),
    leaf: {
      cert: certificate({ ...issuer, subject: host, publicKey: leafKeys.publicKey, isRoot: false }),
      key: leafKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  };
}

// X.509 in DER (RFC 5280): Node reads certificates but creates none, and openssl may be absent.

const TAG = {
  bool: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
};
const SEQUENCE = 0x30;
const SET = 0x31;
const ECDSA_WITH_SHA256 = oid('2a8648ce3d040302');
const COMMON_NAME = oid('550403');
const BASIC_CONSTRAINTS = oid('551d13');
const ALTERNATIVE_NAME = oid('551d11');
const HOUR_MS = 3_600_000;

function certificate(input: {
  readonly name: string;
  readonly key: KeyObject;
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly isRoot: boolean;
}): string {
  const algorithm = der(SEQUENCE, ECDSA_WITH_SHA256);
  const body = der(
    SEQUENCE,
    der(0xa0, der(TAG.integer, Buffer.of(2))),
    der(TAG.integer, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    nameOf(input.name),
    der(SEQUENCE, timeOf(Date.now() - HOUR_MS), timeOf(Date.now() + HOUR_MS)),
    nameOf(input.subject),
    input.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, input.isRoot ? authority() : hostName(input.subject))),
  );
  const signature = sign('sha256', body, input.key);
  const whole = der(
    SEQUENCE,
    body,
    algorithm,
    der(TAG.bits, Buffer.concat([Buffer.of(0), signature])),
  );
  const lines = whole.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function authority(): Buffer {
  const isAuthority = der(SEQUENCE, der(TAG.bool, Buffer.of(0xff)));
  return der(
    SEQUENCE,
    BASIC_CONSTRAINTS,
    der(TAG.bool, Buffer.of(0xff)),
    der(TAG.octets, isAuthority),
  );
}

function hostName(host: string): Buffer {
  const names = der(SEQUENCE, der(0x82, Buffer.from(host, 'ascii')));
  return der(SEQUENCE, ALTERNATIVE_NAME, der(TAG.octets, names));
}

function nameOf(text: string): Buffer {
  return der(
    SEQUENCE,
    der(SET, der(SEQUENCE, COMMON_NAME, der(TAG.utf8, Buffer.from(text, 'utf8')))),
  );
}

function timeOf(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return der(TAG.utcTime, Buffer.from(digits.slice(2), 'ascii'));
}

function oid(hex: string): Buffer {
  return der(TAG.oid, Buffer.from(hex, 'hex'));
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}
