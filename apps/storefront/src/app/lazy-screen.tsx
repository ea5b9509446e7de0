import { type ComponentType, use } from 'react';

export type ScreenModule = { readonly default: ComponentType };

export type LazyScreen = {
  /** The folder below src/screens; the asset list goes by it. null: part of the main script. */
  readonly name: string | null;
  readonly Screen: ComponentType;
  /** Resolves when the screen can be drawn at once. */
  preload(): Promise<void>;
};

/**
 * A screen in a chunk of its own. Unlike React.lazy it draws without waiting once it has been
 * preloaded, so the server can render it in one go and the browser can hydrate it in one go; and a
 * chunk that did not load is asked for again the next time.
 */
export function lazyScreen(name: string, load: () => Promise<ScreenModule>): LazyScreen {
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
        // React asks again until it meets a promise it knows: this one stays until it has told.
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

/** A screen that must be there without a network: the maintenance page, the 404 page. */
export function builtInScreen(Screen: ComponentType): LazyScreen {
  return { name: null, Screen, preload: () => Promise.resolve() };
}

export class ScreenNotLoaded extends Error {
  readonly screen: string;
  /** From now on the chunk is asked for anew. */
  readonly forget: () => void;

  constructor(screen: string, cause: unknown, forget: () => void) {
    super(`the screen ${screen} did not load`, { cause });
    this.name = 'ScreenNotLoaded';
    this.screen = screen;
    this.forget = forget;
  }
}
