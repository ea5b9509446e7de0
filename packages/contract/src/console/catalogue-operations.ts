import type { Operation } from './operations.ts';

/** Operations of the catalogue's pages; its changes are steps. */
export const CATALOGUE_OPERATIONS = {
  catalogue: {
    method: 'GET',
    path: '/catalogue/:project',
    needs: 'catalogue.read',
    summary: 'Live prices of a project, the versions of its catalogue, and planned publications.',
  },
  goods: {
    method: 'GET',
    path: '/catalogue/:project/goods',
    needs: 'catalogue.read',
    summary: 'Goods of a project with limits and texts, and its ways to pay.',
  },
} as const satisfies Record<string, Operation>;
