import type { Plugin } from 'vite';

const FILE = /react-router\/dist\/production\/lib\/(?:dom\/lib|context|components)\.js$/;

/**
 * react-router declares itself free of side effects, but its components are made by forwardRef and
 * createContext calls that no bundler may drop, and are named by assignments. Marked as pure and
 * left unnamed, what we do not use (forms, prefetching, data routers) stays out: 4 kB of the 95
 * that home may have.
 */
export function leanRouter(): Plugin {
  return {
    name: 'webpay-lean-router',
    enforce: 'pre',
    transform: {
      filter: { id: FILE },
      handler: (code) => ({
        code: code
          .replaceAll(
            /= (React\$?\d?\.(?:forwardRef|createContext|memo)\()/g,
            '= /* @__PURE__ */ $1',
          )
          .replaceAll(/^\w+\.displayName = "\w+";$/gm, ''),
        map: null,
      }),
    },
  };
}
