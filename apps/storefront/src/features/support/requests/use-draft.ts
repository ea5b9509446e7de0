import type { ResolutionKind } from '@webpay/contract/money-back';
import { useRef, useState } from 'react';
import { useText } from '../../../i18n/text.tsx';
import { useProject } from '../../../api/page.tsx';
import { storage } from '../../../browser/storage.ts';
import { type Draft, draftProblems, EMPTY_DRAFT, lengthOf, requestText } from './request-rules.ts';

export type DraftState = ReturnType<typeof useDraft>;

/** Draft of a request with its problems. It survives a reload and a lost network until it is sent. */
export function useDraft(orderId: string, kind: ResolutionKind) {
  const t = useText();
  const project = useProject();
  const [draft, setDraft] = useState(
    () => storage.read('requestDrafts', project)?.[orderId] ?? EMPTY_DRAFT,
  );
  const [left, setLeft] = useState({ right: false, text: false });
  const rightField = useRef<HTMLInputElement>(null);
  const textField = useRef<HTMLTextAreaElement>(null);
  const rightLabel = t('request.right');
  const found = draftProblems(kind, draft, rightLabel);
  const text = requestText(kind, draft, rightLabel);

  return {
    draft,
    change: (next: Draft) => {
      setDraft(next);
      storeDraft(project, orderId, next);
      if (next === EMPTY_DRAFT) setLeft({ right: false, text: false });
    },
    /** Reports a field's problems from now on; an empty field is no error before sending. */
    leave: (field: keyof Draft) => {
      if (draft[field] !== '') setLeft((before) => ({ ...before, [field]: true }));
    },
    /** Problems of the fields that were left. */
    problems: { right: left.right ? found.right : null, text: left.text ? found.text : null },
    /** Length of the text to send, in characters. */
    length: lengthOf(text),
    /** Returns the text to send; if it is invalid, null after focusing the first wrong field. */
    checked: () => {
      setLeft({ right: true, text: true });
      if (found.right !== null) rightField.current?.focus();
      else if (found.text !== null) textField.current?.focus();
      return found.right === null && found.text === null ? text : null;
    },
    rightField,
    textField,
  };
}

export function storeDraft(project: string, orderId: string, draft: Draft): void {
  const others = storage.read('requestDrafts', project);
  const stored = draft.right === '' && draft.text === '' ? undefined : draft;
  storage.write('requestDrafts', { ...others, [orderId]: stored }, project);
}
