import type { PageData } from '@webpay/contract/page';
import { answers } from '../api/call.ts';
import { seen } from '../features/analytics/seen.ts';
import { storeOfflinePage } from './offline-page.ts';
import type { Translate } from '../i18n/text.tsx';

/** Runs the work that no picture and no press waits for; a chunk loaded when the page rests. */
export async function afterIdle(page: PageData, t: Translate): Promise<void> {
  hideBrokenPictures();
  const { project, configs, counting } = page;
  if (project === null || configs === null) return;
  void storeOfflinePage(project, page.lang);
  if (counting === null) {
    answers.listen(null);
    seen.listen(null);
  } else if (counting === 'free') {
    const { startAnalytics } = await import('../features/analytics/start-analytics.ts');
    startAnalytics(project, configs);
  } else {
    const { countWithConsent } = await import('../features/analytics/ask.tsx');
    countWithConsent({ project, configs, t });
  }
}

/** Hides decorative pictures that failed to load, by one listener for all. */
function hideBrokenPictures(): void {
  for (const image of document.images) {
    if (image.complete && image.currentSrc !== '' && image.naturalWidth === 0) show(image, false);
  }
  // Neither event bubbles; both can be captured.
  addEventListener('error', ({ target }) => show(target, false), true);
  addEventListener('load', ({ target }) => show(target, true), true);
}

function show(image: EventTarget | null, isShown: boolean): void {
  if (image instanceof HTMLImageElement && image.alt === '')
    image.style.visibility = isShown ? '' : 'hidden';
}
