import {
  complain,
  given,
  readAddress,
  readList,
  readSecret,
  readText,
  refusePlainHttp,
  type Fields,
} from './fields.ts';

/** The OpenID Connect provider that signs operators in. */
export type CompanyAccountConfig = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The words of the button. */
  readonly label: string;
  /** Values of `amr` or `acr` that prove a second factor; empty: none is trusted. */
  readonly secondFactor: readonly string[];
};

const LONGEST_LABEL = 40;
const NEEDS_ISSUER = [
  'CONSOLE_OIDC_CLIENT_ID',
  'CONSOLE_OIDC_CLIENT_SECRET',
  'CONSOLE_OIDC_CLIENT_SECRET_FILE',
  'CONSOLE_OIDC_SECOND_FACTOR',
] as const;

/** Null: no provider is set. */
export function readCompanyAccount(
  fields: Fields,
  isProduction: boolean,
): CompanyAccountConfig | null {
  const label = readText(fields, 'CONSOLE_OIDC_LABEL', 'Company account');
  if (label.length > LONGEST_LABEL) {
    complain(fields, 'CONSOLE_OIDC_LABEL', `is longer than ${LONGEST_LABEL} characters`);
  }
  const issuer = given(fields, 'CONSOLE_OIDC_ISSUER');
  if (issuer === null) {
    for (const name of NEEDS_ISSUER) {
      if (given(fields, name) !== null) {
        complain(fields, name, 'is given without CONSOLE_OIDC_ISSUER');
      }
    }
    return null;
  }
  const address = readAddress(fields, 'CONSOLE_OIDC_ISSUER', null);
  if (isProduction) refusePlainHttp(fields, 'CONSOLE_OIDC_ISSUER', [address]);
  return {
    // As it is written: the issuer of a token is compared with it, also its slash at the end.
    issuer,
    clientId: readText(fields, 'CONSOLE_OIDC_CLIENT_ID', null),
    clientSecret: readSecret(fields, 'CONSOLE_OIDC_CLIENT_SECRET', null),
    label,
    secondFactor: readList(fields, 'CONSOLE_OIDC_SECOND_FACTOR').filter((each) => each !== ''),
  };
}
