import type { PageData } from '@webpay/contract/page';
import { answers } from '../api/call.ts';
import { seen } from '../features/analytics/seen.ts';
import { keepOfflinePage } from './offline-page.ts';
import type { Translate } from '../i18n/text.tsx';
import { hideBrokenPictures } from './errors/broken-pictures.ts';

/** Runs the work that no picture and no press waits for; a chunk loaded when the page rests. */
export async function afterIdle(page: PageData, t: Translate): Promise<void> {
  hideBrokenPictures();
  const { project, configs, counting } = page;
  if (project === null || configs === null) return;
  void keepOfflinePage(project, page.lang);
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
