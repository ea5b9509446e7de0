/** Files of a screen's chunk in the build's client folder, listed by build/asset-list.ts. */
export type ScreenAssets = {
  /** Its own chunk first, then imports that the main script lacks. */
  readonly scripts: readonly string[];
  readonly cssFiles: readonly string[];
  readonly css: string;
};

export type Assets = {
  readonly boot: string;
  readonly main: ScreenAssets;
  readonly screens: Readonly<Record<string, ScreenAssets>>;
  readonly texts: Readonly<Record<string, string>>;
};
