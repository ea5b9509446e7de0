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
  catalogueFiles: {
    method: 'GET',
    path: '/catalogue/:project/files',
    needs: 'catalogue.read',
    summary: 'The text files of a project’s live version, byte for byte.',
  },
  cataloguePictures: {
    method: 'GET',
    path: '/catalogue/:project/pictures',
    needs: 'catalogue.read',
    summary: 'The pictures of a project with their sizes, and which of them a version brought.',
  },
  importCatalogue: {
    method: 'POST',
    path: '/catalogue/:project/imports',
    needs: 'publish.money',
    summary: 'Checks files of a catalogue and keeps them as a draft. Publishes nothing.',
  },
  previews: {
    method: 'GET',
    path: '/catalogue/:project/previews',
    needs: 'publish.money',
    summary: 'Live links to previews of a project.',
  },
  makePreview: {
    method: 'POST',
    path: '/previews',
    needs: 'publish.money',
    summary: 'Makes a link of one hour that shows a publication as players would see it.',
  },
  revokePreview: {
    method: 'POST',
    path: '/previews/:id/revocation',
    needs: 'publish.money',
    summary: 'Ends a link to a preview at once.',
  },
} as const satisfies Record<string, Operation>;
