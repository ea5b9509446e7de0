import { CODES, type Code } from '@webpay/contract/codes';

/** The `result` beside a refusal's code, which the player's page needs to continue (contract §5). */
export type RefusalDetail = Readonly<Record<string, unknown>>;

/**
 * The only error that an operation throws on purpose, with a code of contract §5. Any other error
 * is a bug and answered 500.
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
