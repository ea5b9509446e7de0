import type { Channel } from '@webpay/contract/calls';
import { type PayerData, type PayerField, readPayerField } from '@webpay/contract/payer-fields';
import { useState } from 'react';
import { useProject } from '../../../api/page.tsx';
import { storage } from '../../../browser/storage.ts';

/** As typed in this tab for one character; a reload or another character forgets it, unless its player wants it remembered. */
let typed: { readonly owner: string; readonly texts: PayerData } = { owner: '', texts: {} };

/** The character of the tab's session; a visitor of a mall order has none. */
function ownerOf(project: string): string {
  const role = storage.read('user', project)?.role;
  return `${project} ${role?.server_id ?? ''} ${role?.cid ?? ''}`;
}

function typedBy(owner: string): PayerData {
  return typed.owner === owner ? typed.texts : {};
}

function textsOf(project: string): PayerData {
  return { ...storage.read('payer', project), ...typedBy(ownerOf(project)) };
}

/** Keeps what the payer types, for the next form of this tab. */
export function typeFor(project: string, field: PayerField, text: string): void {
  const owner = ownerOf(project);
  typed = { owner, texts: { ...typedBy(owner), [field]: text } };
}

/** The data that a method asks of its payer, for its gateway; null: something is missing or wrong. */
export function payerOf(project: string, { fields = [] }: Channel): PayerData | null {
  const texts = textsOf(project);
  const read: Partial<Record<PayerField, string>> = {};
  for (const field of fields) {
    const text = readPayerField(field, texts[field] ?? '');
    if (text === null) return null;
    read[field] = text;
  }
  return read;
}

/** The field `payer` of a call that opens this method; empty where it asks for nothing. */
export function payerFields(project: string, channel: Channel): { readonly payer?: string } {
  return channel.fields ? { payer: JSON.stringify(payerOf(project, channel) ?? {}) } : {};
}

export type Payer = ReturnType<typeof usePayer>;

/** The form of a method that needs data of its payer. */
export function usePayer(chosen: Channel | null) {
  const project = useProject();
  const [texts, setTexts] = useState(() => textsOf(project));
  const [isKept, setIsKept] = useState(() => storage.read('payer', project) !== null);
  const [isChecked, setIsChecked] = useState(false);
  const fields = chosen?.fields ?? [];
  const wrong = fields.filter((field) => readPayerField(field, texts[field] ?? '') === null);
  return {
    fields,
    texts,
    isKept,
    /** Wrong fields, after the first press on Pay. */
    wrong: isChecked ? wrong : [],
    type(field: PayerField, text: string) {
      typeFor(project, field, text);
      setTexts({ ...texts, [field]: text });
    },
    keep(on: boolean) {
      setIsKept(on);
      if (!on) storage.forget('payer', project);
    },
    /** @returns whether all is right; else the first wrong field has the focus */
    check(): boolean {
      setIsChecked(true);
      const [first] = wrong;
      if (first !== undefined) {
        document.querySelector<HTMLElement>(`[data-payer=${first}] input`)?.focus();
        return false;
      }
      if (isKept && fields.length > 0) storage.write('payer', texts, project);
      return true;
    },
  };
}
