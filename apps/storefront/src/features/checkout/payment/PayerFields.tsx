import { type PayerField, readPayerField } from '@webpay/contract/payer-fields';
import { useState } from 'react';
import { type MessageId, useText } from '../../../i18n/text.tsx';
import { TextField } from '../../../ui/Field/TextField.tsx';
import type { Payer } from './payer.ts';
import styles from './PayerFields.module.css';

const LABELS: Readonly<Record<PayerField, MessageId>> = {
  cpf: 'payer.cpf',
  phone: 'payer.phone',
  email: 'payer.email',
  name: 'payer.name',
};

const EXAMPLES: Readonly<Record<PayerField, string>> = {
  cpf: '123.456.789-09',
  phone: '+55 11 91234-5678',
  email: 'name@example.com',
  name: 'Ana Souza',
};

const KINDS = {
  cpf: {},
  phone: { type: 'tel', autoComplete: 'tel' },
  email: { type: 'email', autoComplete: 'email' },
  name: { autoComplete: 'name', autoCapitalize: 'words' },
} as const;

/** The data that the chosen method asks of its payer, and whether this device remembers it. */
export default function PayerFields(props: { readonly payer: Payer; readonly name: string }) {
  const { payer, name } = props;
  const t = useText();
  const [left, setLeft] = useState<ReadonlySet<PayerField>>(new Set());

  function errorOf(field: PayerField): string | undefined {
    const text = payer.texts[field] ?? '';
    const isLeft = left.has(field) && text !== '';
    if (!isLeft && !payer.wrong.includes(field)) return undefined;
    if (readPayerField(field, text) !== null) return undefined;
    return t('payer.wrong', { example: EXAMPLES[field] });
  }

  return (
    <div className={styles.fields}>
      {payer.fields.map((field) => (
        <div key={field} data-payer={field}>
          <TextField
            {...KINDS[field]}
            label={t(LABELS[field])}
            help={t('payer.why', { name })}
            error={errorOf(field)}
            value={payer.texts[field] ?? ''}
            maxLength={80}
            onChange={(text) => payer.type(field, text)}
            onBlur={() => setLeft(new Set([...left, field]))}
          />
        </div>
      ))}
      <label className={styles.keep}>
        <input
          type="checkbox"
          checked={payer.isKept}
          onChange={(event) => payer.keep(event.target.checked)}
        />
        <span>{t('payer.keep')}</span>
      </label>
    </div>
  );
}
