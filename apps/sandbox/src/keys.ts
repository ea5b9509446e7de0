import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Test keys of this sandbox, trusted by tests only. */
export type Keys = {
  readonly payermaxMerchant: KeyObject;
  readonly payermaxPlatform: KeyObject;
  readonly paypalWebhook: KeyObject;
  readonly paypalCertificatePem: string;
  readonly paypalCertificateKey: KeyObject;
};

/** Parsed once: parsing a PEM costs more than a signature check. */
export function readKeys(): Keys {
  const paypalCertificatePem = readKeyFile('paypal-webhook.cert.pem');
  return {
    payermaxMerchant: createPublicKey(readKeyFile('payermax-merchant.public.pem')),
    payermaxPlatform: createPrivateKey(readKeyFile('payermax-platform.private.pem')),
    paypalWebhook: createPrivateKey(readKeyFile('paypal-webhook.private.pem')),
    paypalCertificatePem,
    paypalCertificateKey: new X509Certificate(paypalCertificatePem).publicKey,
  };
}

function readKeyFile(name: string): string {
  return readFileSync(new URL(`../keys/${name}`, import.meta.url), 'utf8');
}
