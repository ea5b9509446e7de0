/** A variable of the environment as docs/reference/configuration.md shows it. */
export type Variable = {
  /** The value in sandbox mode with all other variables absent; empty: none. */
  readonly fallback: string;
  readonly meaning: string;
  /** The rule in production mode; empty: as in sandbox mode. */
  readonly production: string;
};

export const variable = (fallback: string, meaning: string, production = ''): Variable => ({
  fallback,
  meaning,
  production,
});
