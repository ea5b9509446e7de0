/** What a screen's chunk needs from dist/client; written by build/asset-list.ts. */
export type ScreenAssets = {
  /** Its own chunk first, then those it imports and the main script does not. */
  readonly scripts: readonly string[];
  readonly cssFiles: readonly string[];
  readonly css: string;
};

export type Assets = {
  readonly boot: string;
  readonly main: ScreenAssets;
  readonly screens: Readonly<Record<string, ScreenAssets>>;
  /** The address of each language's compiled texts. */
  readonly texts: Readonly<Record<string, string>>;
};
