import type { ResolutionKind } from '@webpay/contract/money-back';
import { type RefObject, useRef, useState } from 'react';
import { useText } from '../../../i18n/text.tsx';
import { useProject } from '../../../api/page.tsx';
import { keepDraft, storedDraft } from './stored-draft.ts';
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
  /** A field was left, or everything is to be sent: from now on it says what is wrong with it. */
  readonly leave: (field: keyof Draft) => void;
  /** What the fields that were left are to say. */
  readonly problems: DraftProblems;
  /** Characters of what would be sent. */
  readonly length: number;
  /** What is to be sent; null, and the focus on the first field that is wrong. */
  readonly checked: () => string | null;
  readonly rightField: RefObject<HTMLInputElement | null>;
  readonly textField: RefObject<HTMLTextAreaElement | null>;
};

type Left = { readonly [Field in keyof Draft]: boolean };

/** What a player writes about an order, and what is wrong with it. */
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
      keepDraft(project, orderId, next);
      if (next === EMPTY_DRAFT) setLeft({ right: false, text: false });
    },
    // An empty field is no mistake before it is to be sent.
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
