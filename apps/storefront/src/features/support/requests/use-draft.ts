import type { ResolutionKind } from '@webpay/contract/money-back';
import { type RefObject, useRef, useState } from 'react';
import { useText } from '../../../i18n/text.tsx';
import { useProject } from '../../../api/page.tsx';
import { storeDraft, storedDraft } from './stored-draft.ts';
import {
  type Draft,
  draftProblems,
  type DraftProblems,
  EMPTY_DRAFT,
  lengthOf,
  requestText,
} from './request-rules.ts';

export type DraftState = {
  readonly draft: Draft;
  readonly change: (draft: Draft) => void;
  /** Reports a field's problems from now on, after it was left or sent. */
  readonly leave: (field: keyof Draft) => void;
  /** Problems of the fields that were left. */
  readonly problems: DraftProblems;
  /** Length of the text to send, in characters. */
  readonly length: number;
  /** Returns the text to send; if it is invalid, null after focusing the first wrong field. */
  readonly checked: () => string | null;
  readonly rightField: RefObject<HTMLInputElement | null>;
  readonly textField: RefObject<HTMLTextAreaElement | null>;
};

type Left = { readonly [Field in keyof Draft]: boolean };

/** Draft of a request with its problems. */
export function useDraft(orderId: string, kind: ResolutionKind): DraftState {
  const t = useText();
  const project = useProject();
  const [draft, setDraft] = useState(() => storedDraft(project, orderId));
  const [left, setLeft] = useState<Left>({ right: false, text: false });
  const rightField = useRef<HTMLInputElement>(null);
  const textField = useRef<HTMLTextAreaElement>(null);
  const rightLabel = t('request.right');
  const found = draftProblems(kind, draft, rightLabel);
  const text = requestText(kind, draft, rightLabel);

  return {
    draft,
    change: (next) => {
      setDraft(next);
      storeDraft(project, orderId, next);
      if (next === EMPTY_DRAFT) setLeft({ right: false, text: false });
    },
    // An empty field is no error before sending.
    leave: (field) => {
      if (draft[field] !== '') setLeft((before) => ({ ...before, [field]: true }));
    },
    problems: { right: left.right ? found.right : null, text: left.text ? found.text : null },
    length: lengthOf(text),
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
