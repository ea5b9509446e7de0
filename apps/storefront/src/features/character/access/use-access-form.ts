import { CODES } from '@webpay/contract/codes';
import { useEffect, useRef, useState } from 'react';
import { type CallRefused, refusedWith } from '../../../api/failure.ts';
import type { MessageId, TextValues } from '../../../i18n/text.tsx';
import {
  type AccessKind,
  type FieldName,
  FIELDS,
  NOTHING_TYPED,
  problemAtOnce,
  problemOf,
  type Values,
} from './access-rules.ts';
import type { Character } from './character.ts';
import { forgetMail, isMailed, noteMail, resendAt } from './stored-mails.ts';
import { fieldOf, type Refusal, refusalOf } from './refusal.ts';
import { type Proof, sendForm, sendMail } from './send-form.ts';
import { type Picture, usePicture } from './use-picture.ts';

export type Sentence = { readonly text: MessageId; readonly values?: TextValues };

/** The two calls of a dialog: the mail and the form itself. */
type What = 'mail' | 'form';

type State = {
  readonly kind: AccessKind;
  readonly values: Values;
  /** prove: a reset requires an image code before its mail. */
  readonly step: 'prove' | 'fill';
  /** Fields that were left or submitted. */
  readonly due: readonly FieldName[];
  readonly busy: What | null;
  readonly refusal: Refusal | null;
  /** Failure that belongs to no field. */
  readonly failure: unknown;
  /** Call that requires an image code. */
  readonly wants: What | null;
  /** A new object moves the focus. */
  readonly goTo: { readonly field: FieldName };
};

export type AccessForm = Pick<State, 'values' | 'step' | 'busy' | 'failure'> & {
  readonly picture: Picture | null;
  readonly isMailed: boolean;
  /** Time from which the next mail may be requested, ms since the epoch. */
  readonly resendAtMs: number;
  problem(field: FieldName): Sentence | null;
  type(field: FieldName, text: string): void;
  leave(field: FieldName): void;
  /** Ref callback of a field's input. */
  hold(field: FieldName): (input: HTMLInputElement | null) => void;
  /** Continues with the code of an earlier mail. */
  skipMail(): void;
  mail(): void;
  submit(): void;
};

function begin(kind: AccessKind, character: Character): State {
  const isProving = kind === 'reset' && !isMailed(`pwd_${kind}`, character);
  return {
    kind,
    values: NOTHING_TYPED,
    step: isProving ? 'prove' : 'fill',
    due: [],
    busy: null,
    refusal: null,
    failure: null,
    wants: null,
    goTo: { field: isProving ? 'picture' : (FIELDS[kind][0] ?? 'code') },
  };
}

/** State of one password dialog: values, problems and the server's answers. */
export function useAccessForm(
  kind: AccessKind,
  character: Character,
  does: {
    /** The dialog stays busy until it resolves. */
    readonly done: (values: Values) => Promise<void>;
    readonly leave: () => void;
    readonly stale: (hasPassword: boolean) => void;
  },
): AccessForm {
  const purpose = `pwd_${kind}` as const;
  const [state, setState] = useState(() => begin(kind, character));
  if (state.kind !== kind) setState(begin(kind, character));
  const { values, step, wants, refusal, due, goTo } = state;
  const needsPicture = wants !== null || step === 'prove';
  const picture = usePicture(purpose, needsPicture);
  const inputs = useRef(new Map<FieldName, HTMLInputElement>());
  const isBusy = useRef(false);

  const set = (change: Partial<State>) => setState((before) => ({ ...before, ...change }));
  useEffect(() => inputs.current.get(goTo.field)?.focus(), [goTo]);

  /** Shows missing or wrong values and focuses the first. @returns whether all are valid */
  function areRight(fields: readonly FieldName[]): boolean {
    const wrong = fields.find((field) => problemOf(field, values) !== null);
    set({ due: [...due, ...fields], ...(wrong === undefined ? {} : { goTo: { field: wrong } }) });
    return wrong === undefined;
  }

  async function ask(what: What, work: (proof: Proof) => Promise<Partial<State>>): Promise<void> {
    const isProven = wants === what || (what === 'mail' && step === 'prove');
    if (isBusy.current) return;
    if (isProven && picture.handle === null) {
      // An image that is still loading arrives by itself.
      if (picture.state === 'failed') picture.renew();
      return;
    }
    const proof = isProven
      ? { v_code: values.picture.trim(), v_code_md5: picture.handle ?? '' }
      : {};
    isBusy.current = true;
    set({ busy: what, refusal: null, failure: null });
    let change: Partial<State>;
    try {
      change = { ...(isProven ? { wants: null } : {}), ...(await work(proof)) };
    } catch (failure) {
      change = meaningOf(what, failure);
    }
    isBusy.current = false;
    setState((before) => ({
      ...before,
      ...(isProven ? withoutPicture(before) : {}),
      ...change,
      busy: null,
    }));
    // Every image serves one attempt.
    if (isProven) picture.renew();
  }

  function meaningOf(what: What, failure: unknown): Partial<State> {
    if (refusedWith(failure, CODES.NO_SESSION)) does.leave();
    // Another device changed the password meanwhile, so other actions apply.
    if (refusedWith(failure, CODES.WRONG_STATE)) {
      does.stale(fieldOf(failure.result, 'has_pwd') === true);
    }
    if (refusedWith(failure, CODES.TOO_MANY_MAIL_CODES)) noteWait(failure);
    const said = refusalOf(failure);
    const hasField = said?.field === 'picture' || FIELDS[kind].some((each) => each === said?.field);
    // The image step shows no other field, so its other refusals show as failures.
    if (said === null || !hasField || (step === 'prove' && said.field !== 'picture')) {
      return { failure };
    }
    return {
      refusal: said,
      goTo: { field: said.field },
      ...(said.field === 'picture' ? { wants: what } : {}),
    };
  }

  /** Stores the waiting time of a 10038. */
  function noteWait({ result }: CallRefused): void {
    const afterMs = fieldOf(result, 'resend_after_ms');
    if (typeof afterMs !== 'number') return;
    noteMail(purpose, character, { isSent: false, resendAfterMs: afterMs });
  }

  async function mail(): Promise<void> {
    // Every mail of a reset requires an image code.
    if (kind === 'reset' && step === 'fill') {
      return set({ step: 'prove', refusal: null, failure: null, goTo: { field: 'picture' } });
    }
    if ((wants === 'mail' || step === 'prove') && !areRight(['picture'])) return;
    await ask('mail', async (proof) => {
      const resendAfterMs = await sendMail(kind, character, proof);
      noteMail(purpose, character, { isSent: true, resendAfterMs });
      return { step: 'fill', goTo: { field: 'code' } };
    });
  }

  async function submit(): Promise<void> {
    if (step === 'prove') return mail();
    const fields: readonly FieldName[] = FIELDS[kind];
    if (!areRight(wants === 'form' ? [...fields, 'picture'] : fields)) return;
    await ask('form', async (proof) => {
      await sendForm(kind, character, values, proof);
      forgetMail(purpose, character);
      await does.done(values);
      return {};
    });
  }

  return {
    ...state,
    picture: needsPicture ? picture : null,
    isMailed: isMailed(purpose, character),
    resendAtMs: resendAt(purpose, character),
    problem(field) {
      if (refusal?.field === field) return refusal;
      const text =
        (due.includes(field) ? problemOf(field, values) : null) ??
        (field === 'pwd' ? problemAtOnce(values.pwd) : null);
      return text === null ? null : { text };
    },
    type(field, text) {
      setState((before) => ({
        ...before,
        values: { ...before.values, [field]: text },
        refusal: before.refusal?.field === field ? null : before.refusal,
      }));
    },
    leave(field) {
      // An empty field is not reported when the player merely passes it.
      if (values[field] !== '') set({ due: [...due, field] });
    },
    hold: (field) => (input) => {
      if (input) inputs.current.set(field, input);
      else inputs.current.delete(field);
    },
    skipMail: () => set({ step: 'fill', wants: null, refusal: null, goTo: { field: 'code' } }),
    mail: () => void mail(),
    submit: () => void submit(),
  };
}

function withoutPicture({ values, due }: State): Partial<State> {
  return {
    values: { ...values, picture: '' },
    due: due.filter((field) => field !== 'picture'),
  };
}
