import { useId, useState } from 'react';
import { Field } from '../../ui/Field/Field.tsx';
import type { Good, GoodsFile, TypedGood } from './changed-goods.ts';
import styles from './Catalogue.module.css';

/** Name and description of a good in one language at a time. */
export function GoodTexts({
  file,
  good,
  given,
  onChange,
}: {
  readonly file: GoodsFile;
  readonly good: Good;
  readonly given: TypedGood;
  /** Null: the texts are only read. */
  readonly onChange: ((part: TypedGood) => void) | null;
}) {
  const id = useId();
  const [lang, setLang] = useState('en');
  const name = given.names?.[lang] ?? good.names[lang] ?? '';
  const description = given.descriptions?.[lang] ?? good.descriptions[lang] ?? '';
  const type = (part: TypedGood): void => onChange?.(part);
  return (
    <div className={styles['texts']}>
      <label htmlFor={id}>Language</label>
      <select id={id} value={lang} onChange={(event) => setLang(event.currentTarget.value)}>
        {file.langs.map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </select>
      <Field
        label="Name"
        maxLength={60}
        value={name}
        help={
          lang === 'en' ? 'Other languages are looked up by this text.' : (good.names['en'] ?? '')
        }
        onValue={(text) => type({ names: { ...given.names, [lang]: text } })}
      />
      <Field
        label="Description"
        maxLength={200}
        value={description}
        help={lang === 'en' ? 'At most 200 letters.' : (good.descriptions['en'] ?? '')}
        onValue={(text) => type({ descriptions: { ...given.descriptions, [lang]: text } })}
      />
    </div>
  );
}
