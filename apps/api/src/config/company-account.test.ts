import { describe, expect, test } from 'vitest';
import { problemsOf } from '../../../../tests/support/config-files.ts';
import { readConfig } from './config.ts';
import { secretsOf } from './secrets.ts';

const SET = {
  CONSOLE_OIDC_ISSUER: 'https://id.example/realms/shop/',
  CONSOLE_OIDC_CLIENT_ID: 'console',
  CONSOLE_OIDC_CLIENT_SECRET: 'a secret of the provider',
};

describe('the provider of company accounts', () => {
  test('is absent by default', () => {
    expect(readConfig({}).companyAccount).toBeNull();
  });

  test('is read as it is written, also the slash at its end', () => {
    const config = readConfig({ ...SET, CONSOLE_OIDC_SECOND_FACTOR: 'mfa, urn:2fa' });
    expect(config.companyAccount).toEqual({
      issuer: 'https://id.example/realms/shop/',
      clientId: 'console',
      clientSecret: SET.CONSOLE_OIDC_CLIENT_SECRET,
      label: 'Company account',
      secondFactor: ['mfa', 'urn:2fa'],
    });
    expect(secretsOf(config)).toContain(SET.CONSOLE_OIDC_CLIENT_SECRET);
  });

  test.each([
    [{ ...SET, CONSOLE_OIDC_ISSUER: '' }, 'CONSOLE_OIDC_CLIENT_ID is given without'],
    [{ CONSOLE_OIDC_ISSUER: SET.CONSOLE_OIDC_ISSUER }, 'CONSOLE_OIDC_CLIENT_ID is missing'],
    [{ ...SET, CONSOLE_OIDC_CLIENT_SECRET: '' }, 'CONSOLE_OIDC_CLIENT_SECRET is missing'],
    [{ ...SET, CONSOLE_OIDC_ISSUER: 'id.example' }, 'CONSOLE_OIDC_ISSUER is "id.example", not'],
    [{ ...SET, CONSOLE_OIDC_LABEL: 'x'.repeat(41) }, 'CONSOLE_OIDC_LABEL is longer than'],
    [
      { ...SET, WEBPAY_MODE: 'production', CONSOLE_OIDC_ISSUER: 'http://id.example' },
      'CONSOLE_OIDC_ISSUER is http://id.example: production needs https',
    ],
  ])('%j is refused', (environment, problem) => {
    expect(problemsOf(environment)).toEqual(
      expect.arrayContaining([expect.stringContaining(problem)]),
    );
  });
});
