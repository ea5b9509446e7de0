import { type ComponentType, use } from 'react';

export type LazyScreen = {
  /** The folder below src/screens, used by the asset list. null: part of the main script. */
  readonly name: string | null;
  readonly Screen: ComponentType;
  /** Resolves when the screen can be drawn at once. */
  preload(): Promise<void>;
};

/** A screen in its own chunk. Unlike React.lazy, it draws at once when preloaded, and retries. */
export function lazyScreen(
  name: string,
  load: () => Promise<{ readonly default: ComponentType }>,
): LazyScreen {
  let loaded: ComponentType | null = null;
  let loading: Promise<void> | null = null;
  const forget = () => {
    loading = null;
  };

  function preload(): Promise<void> {
    loading ??= load().then(
      (module) => {
        loaded = module.default;
      },
      (cause: unknown) => {
        // React retries until it meets a known promise: this one stays until it has rejected.
        throw new ScreenNotLoaded(name, cause, forget);
      },
    );
    return loading;
  }

  function Screen() {
    if (!loaded) use(preload());
    const Loaded = loaded;
    return Loaded && <Loaded />;
  }

  return { name, Screen, preload };
}

/** A screen available without a network: the maintenance page, the 404 page. */
export function builtInScreen(Screen: ComponentType): LazyScreen {
  return { name: null, Screen, preload: () => Promise.resolve() };
}

export class ScreenNotLoaded extends Error {
  /** Lets the next attempt request the chunk anew. */
  readonly forget: () => void;

  constructor(screen: string, cause: unknown, forget: () => void) {
    super(`the screen ${screen} did not load`, { cause });
    this.name = 'ScreenNotLoaded';
    this.forget = forget;
  }
}
