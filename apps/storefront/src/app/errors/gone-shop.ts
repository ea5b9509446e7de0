import { storage } from '../../browser/storage.ts';

/** R20: forgets a closed shop, so that the 404 page does not lead back to it. */
export function forgetGoneShop(project: string | null): void {
  if (project !== null && storage.read('project') === project) storage.forget('project');
}
