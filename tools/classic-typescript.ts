import { registerHooks } from 'node:module';

/**
 * dependency-cruiser reads TypeScript with the classic compiler, which `typescript` 7 no longer brings:
 * inside its process that name means TypeScript 6.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const name = specifier.replace(/^typescript(?=$|\/)/, '@typescript/typescript6');
    return nextResolve(name, context);
  },
});
