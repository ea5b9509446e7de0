import { registerHooks } from 'node:module';

/**
 * dependency-cruiser needs the classic compiler API, which `typescript` 7 lacks: inside its process
 * that name resolves to TypeScript 6.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const name = specifier.replace(/^typescript(?=$|\/)/, '@typescript/typescript6');
    return nextResolve(name, context);
  },
});
