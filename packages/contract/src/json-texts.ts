import * as v from 'valibot';
import { money } from './shapes.ts';
import { LONGEST_PAYER_TEXT, type PayerData } from './payer-fields.ts';

/** A field with JSON text; invalid JSON is a wrong field. */
export const json = v.rawTransform<string, unknown>(({ dataset, addIssue, NEVER }) => {
  try {
    return JSON.parse(dataset.value) as unknown;
  } catch {
    addIssue({ message: 'is not JSON' });
    return NEVER;
  }
});

const payerField = v.optional(v.pipe(v.string(), v.maxLength(LONGEST_PAYER_TEXT)));
/** The data that the method asks of its payer (`fields` of its channel). */
export const payerText = v.pipe(
  v.string(),
  v.maxLength(1_000),
  v.description('JSON text: {cpf?,phone?,email?,name?}'),
  json,
  v.object({ cpf: payerField, phone: payerField, email: payerField, name: payerField }),
  v.transform((given): PayerData => {
    const said = Object.entries(given).filter(([, each]) => each !== undefined);
    return Object.fromEntries(said);
  }),
);

/** `total` of order/create: JSON text of `{amount,currency}`. */
export const moneyText = v.pipe(
  v.string(),
  v.maxLength(100),
  v.description('JSON text: {amount,currency}'),
  json,
  money,
);
