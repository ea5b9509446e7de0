import type { ConsoleResult } from '@webpay/contract/console/calls';
import { listEvents, readEvent } from '../../domain/console/events/read-events.ts';
import { readResults } from '../../domain/console/events/read-results.ts';
import { resultsCsv } from '../../domain/console/events/results-csv.ts';
import { readService } from '../../domain/console/service/read-service.ts';
import { testCall } from '../../domain/console/service/test-call.ts';
import { listPreviews, makePreview, revokePreview } from '../../domain/actions/preview-links.ts';
import { importDraft } from '../../domain/actions/import-draft.ts';
import { readPictures } from '../../domain/console/read-pictures.ts';
import { readCatalogueTexts } from '../../domain/console/read-catalogue.ts';
import { accepted, found } from './answered.ts';
import type { Handlers } from './call.ts';

/** The service screen, whose switches are steps; events, their rules, and results of their rounds. */
export const SHOP_HANDLERS: Pick<
  Handlers,
  | 'service'
  | 'testCall'
  | 'events'
  | 'event'
  | 'eventResults'
  | 'eventResultsCsv'
  | 'previews'
  | 'makePreview'
  | 'catalogueFiles'
  | 'cataloguePictures'
  | 'importCatalogue'
  | 'revokePreview'
> = {
  service: async (ctx, { operator, input }) => readService(ctx, operator, input),
  testCall: async (ctx, { operator, input }) =>
    accepted<ConsoleResult<'testCall'>>(found(await testCall(ctx, operator, input))),
  events: (ctx, { operator, input }) => listEvents(ctx, operator, input),
  event: async (ctx, { operator, input }) => found(await readEvent(ctx, operator, input)),
  eventResultsCsv: async (ctx, { operator, input }) =>
    found(await resultsCsv(ctx, operator, input)),
  eventResults: async (ctx, { operator, input }) => found(await readResults(ctx, operator, input)),
  previews: async (ctx, { operator, input }) => found(await listPreviews(ctx, operator, input)),
  catalogueFiles: async (ctx, { operator, input }) =>
    found(await readCatalogueTexts(ctx, operator, input)),
  cataloguePictures: async (ctx, { operator, input }) =>
    found(await readPictures(ctx, operator, input)),
  importCatalogue: async (ctx, { operator, from, input }) =>
    accepted<ConsoleResult<'importCatalogue'>>(await importDraft(ctx, { operator, from }, input)),
  makePreview: async (ctx, { operator, from, input }) =>
    accepted(await makePreview(ctx, { operator, from }, input)),
  revokePreview: async (ctx, { operator, from, input }) =>
    accepted(await revokePreview(ctx, { operator, from }, input)),
};
