import { isPayerField, type PayerData, readPayerField } from '@webpay/contract/payer-fields';
import { Refusal } from '../../errors.ts';
import type { ChannelRow } from '../catalog/channels.ts';

/**
 * The data of the payer that a method asks for, and no other; nothing of it is stored.
 * @throws Refusal PARAMETER_ERROR with `why` and the `field` that is missing or wrong
 */
export function payerDataOf({ facts }: ChannelRow, given: PayerData): PayerData {
  const read = facts.fields.filter(isPayerField).map((field) => {
    const text = readPayerField(field, given[field] ?? '');
    if (text === null) throw new Refusal('PARAMETER_ERROR', { why: 'payer', field });
    return [field, text] as const;
  });
  return Object.fromEntries(read);
}
