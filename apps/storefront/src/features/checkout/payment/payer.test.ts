import { expect, it } from 'vitest';
import { storage } from '../../../browser/storage.ts';
import { payerOf, typeFor } from './payer.ts';

type Method = Parameters<typeof payerOf>[1];
const pix = { pay_id: 'pix_br', fields: ['cpf'] } as unknown as Method;
const signInAs = (cid: string): void => {
  const role = { pr_id: 'br', server_id: '1', server_name: 'S1', cid, name: 'Nova', level: 1 };
  storage.write('user', { user_token: 't', has_pwd: false, role }, 'miniflix');
};

it('[attack] a typed tax number is of one character and project, not of the next one in the tab', () => {
  signInAs('11');
  typeFor('miniflix', 'cpf', '111.444.777-35');
  expect(payerOf('miniflix', pix)).toEqual({ cpf: '11144477735' });
  expect(payerOf('dr2', pix)).toBeNull();
  signInAs('12');
  expect(payerOf('miniflix', pix)).toBeNull();
  storage.clearCharacter('miniflix');
  expect(payerOf('miniflix', pix)).toBeNull();
});
