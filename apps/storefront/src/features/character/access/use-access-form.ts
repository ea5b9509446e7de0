import { CODES } from '@webpay/contract/codes';
import { useEffect, useRef, useState } from 'react';
import { refusedWith } from '../../../api/failure.ts';
import { useText } from '../../../i18n/text.tsx';
import {
  type AccessKind,
  type Character,
  type FieldName,
  FIELDS,
  NOTHING_TYPED,
  problemAtOnce,
  problemOf,
  purposeOf,
  type Values,
} from './access-rules.ts';
import { removeMail, isMailed, storeMail, resendAt } from './stored-mails.ts';
import { fieldOf, type Refusal, refusalOf } from './refusal.ts';
import { type Proof, sendForm, sendMail } from './send-form.ts';
import { usePicture } from './use-picture.ts';

/** The two calls of a dialog: the mail and the form itself. */
type CallName = 'mail' | 'form';

type State = {
  readonly kind: AccessKind;
  readonly values: Values;
  /** prove: a reset requires an image code before its mail. */
  readonly step: 'prove' | 'fill';
  /** Fields that were left or submitted. */
  readonly due: readonly FieldName[];
  readonly busy: CallName | null;
  readonly refusal: Refusal | null;
  /** Failure that belongs to no field. */
  readonly failure: unknown;
  /** Call that requires an image code. */
  readonly wants: CallName | null;
  /** Each new object moves the focus, even to the same field. */
  readonly focus: { readonly field: FieldName };
};

export type AccessForm = ReturnType<typeof useAccessForm>;

function initialState(kind: AccessKind, character: Character): State {
  const isProving = kind === 'reset' && !isMailed(purposeOf(kind), character);
  return {
    kind,
    values: NOTHING_TYPED,
    step: isProving ? 'prove' : 'fill',
    due: [],
    busy: null,
    refusal: null,
    failure: null,
    wants: null,
    focus: { field: isProving ? 'picture' : (FIELDS[kind][0] ?? 'code') },
  };
}

/** State of one password dialog: values, problems and the server's answers. */
export function useAccessForm(
  kind: AccessKind,
  character: Character,
  handlers: {
    /** The dialog stays busy until it resolves. */
    readonly done: (values: Values) => Promise<void>;
    readonly leave: () => void;
    readonly stale: (hasPassword: boolean) => void;
  },
) {
  const t = useText();
  const purpose = purposeOf(kind);
  const [state, setState] = useState(() => initialState(kind, character));
  if (state.kind !== kind) setState(initialState(kind, character));
  const { values, step, wants, refusal, due, focus } = state;
  // Every mail and every try of a reset needs an image code.
  const isReset = kind === 'reset';
  const needsPicture = wants !== null || isReset;
  const picture = usePicture(purpose, needsPicture);
  const inputs = useRef(new Map<FieldName, HTMLInputElement>());
  const isBusy = useRef(false);

  const set = (change: Partial<State>) => setState((before) => ({ ...before, ...change }));
  useEffect(() => inputs.current.get(focus.field)?.focus(), [focus]);

  /** Shows missing or wrong values and focuses the first. @returns whether all are valid */
  function isEachValid(fields: readonly FieldName[]): boolean {
    const wrong = fields.find((field) => problemOf(field, values) !== null);
    set({ due: [...due, ...fields], ...(wrong === undefined ? {} : { focus: { field: wrong } }) });
    return wrong === undefined;
  }

  async function ask(
    callName: CallName,
    work: (proof: Proof) => Promise<Partial<State>>,
  ): Promise<void> {
    const isProven = wants === callName || isReset;
    if (isBusy.current) return;
    const { prove } = picture;
    if (isProven && prove === null) {
      // Only a failed image needs a reload; a loading one arrives by itself.
      if (picture.state === 'failed') picture.renew();
      return;
    }
    isBusy.current = true;
    set({ busy: callName, refusal: null, failure: null });
    // The browser's work for the image may still run; the button is busy meanwhile.
    const proof = isProven && prove !== null ? prove(values.picture) : Promise.resolve({});
    const change = await proof.then(work).then(
      (done): Partial<State> => ({ ...(isProven ? { wants: null } : {}), ...done }),
      (failure: unknown) => meaningOf(callName, failure),
    );
    isBusy.current = false;
    setState((before) => ({
      ...before,
      ...(isProven && {
        values: { ...before.values, picture: '' },
        due: before.due.filter((field) => field !== 'picture'),
      }),
      ...change,
      busy: null,
    }));
    // Every image serves one attempt.
    if (isProven) picture.renew();
  }

  function meaningOf(callName: CallName, failure: unknown): Partial<State> {
    if (refusedWith(failure, CODES.NO_SESSION)) handlers.leave();
    // Another device changed the password meanwhile, so other actions apply.
    if (refusedWith(failure, CODES.WRONG_STATE)) {
      handlers.stale(fieldOf(failure.result, 'has_pwd') === true);
    }
    if (refusedWith(failure, CODES.TOO_MANY_MAIL_CODES)) {
      const afterMs = fieldOf(failure.result, 'resend_after_ms');
      if (typeof afterMs === 'number') {
        storeMail(purpose, character, { isSent: false, resendAfterMs: afterMs });
      }
    }
    const refused = refusalOf(failure);
    if (refused?.field === 'picture') {
      return { refusal: refused, focus: { field: 'picture' }, wants: callName };
    }
    // The image step shows no other field, so its other refusals show as failures.
    if (refused === null || step === 'prove' || !FIELDS[kind].includes(refused.field)) {
      return { failure };
    }
    return { refusal: refused, focus: { field: refused.field } };
  }

  async function mail(): Promise<void> {
    if (isReset && step === 'fill') {
      return set({ step: 'prove', refusal: null, failure: null, focus: { field: 'picture' } });
    }
    if ((wants === 'mail' || step === 'prove') && !isEachValid(['picture'])) return;
    await ask('mail', async (proof) => {
      const resendAfterMs = await sendMail(kind, character, proof);
      storeMail(purpose, character, { isSent: true, resendAfterMs });
      return { step: 'fill', focus: { field: 'code' } };
    });
  }

  async function submit(): Promise<void> {
    if (step === 'prove') return mail();
    if (!isEachValid(wants === 'form' ? [...FIELDS[kind], 'picture'] : FIELDS[kind])) return;
    await ask('form', async (proof) => {
      await sendForm(kind, character, values, proof);
      removeMail(purpose, character);
      await handlers.done(values);
      return {};
    });
  }

  function errorOf(field: FieldName): string | undefined {
    if (refusal?.field === field) return t(refusal.text, refusal.values);
    const text =
      (due.includes(field) ? problemOf(field, values) : null) ??
      (field === 'pwd' ? problemAtOnce(values.pwd) : null);
    return text === null ? undefined : t(text);
  }

  return {
    ...state,
    picture: needsPicture ? picture : null,
    isMailed: isMailed(purpose, character),
    /** Time from which the next mail may be requested, ms since the epoch. */
    resendAtMs: resendAt(purpose, character),
    /** Props of a field's input. */
    field: (field: FieldName) => ({
      value: values[field],
      error: errorOf(field),
      onChange(text: string) {
        setState((before) => ({
          ...before,
          values: { ...before.values, [field]: text },
          refusal: before.refusal?.field === field ? null : before.refusal,
        }));
      },
      onBlur() {
        // An empty field is not reported when the player merely passes it.
        if (values[field] !== '') set({ due: [...due, field] });
      },
      ref(input: HTMLInputElement | null) {
        if (input) inputs.current.set(field, input);
        else inputs.current.delete(field);
      },
    }),
    /** Continues with the code of an earlier mail. */
    skipMail: () => set({ step: 'fill', wants: null, refusal: null, focus: { field: 'code' } }),
    mail: () => void mail(),
    submit: () => void submit(),
  };
}
