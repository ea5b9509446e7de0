import { useText } from '../../../i18n/text.tsx';
import type { RewardProgress } from './reward-progress.ts';

/** "500 points to go", "1 reward ready" … */
export function useRewardText(): (progress: RewardProgress) => string {
  const t = useText();
  return ({ kind, count }) => {
    switch (kind) {
      case 'ready':
        return t('cumulation.ready_sum', { count });
      case 'earns':
        return t('cumulation.earns', { count });
      case 'ahead':
        return t('cumulation.points_to_go', { count });
      default:
        return t('cumulation.all_claimed');
    }
  };
}
