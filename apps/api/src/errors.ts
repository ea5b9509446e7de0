import { CODES, type Code } from '@webpay/contract/codes';

/** A `result` beside a refusal's code: what the player's page needs to go on (contract §5). */
export type RefusalDetail = Readonly<Record<string, unknown>>;

/**
 * What a caller did or the world refused: the only thing an operation throws on purpose. Its
 * `code` is one of contract §5; everything else that is thrown is a bug and answered 500.
 */
export class Refusal extends Error {
  readonly code: Code;
  readonly detail: RefusalDetail | null;

  constructor(name: keyof typeof CODES, detail: RefusalDetail | null = null) {
    super(name);
    this.name = 'Refusal';
    this.code = CODES[name];
    this.detail = detail;
  }
}
