import { storage } from '../../browser/storage.ts';

/** R20: a shop that was closed is not the one that a page which does not exist leads back to. */
export function forgetGoneShop(project: string | null): void {
  if (project !== null && storage.read('project') === project) storage.forget('project');
}
