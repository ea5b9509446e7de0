import { rewardProgress, type RewardPoints } from './reward-progress.ts';
import { useRewardText } from './use-reward-text.ts';

/** "500 points to go", below the event's name. */
export default function RewardState({ points }: { readonly points: RewardPoints }) {
  return useRewardText()(rewardProgress(points, []));
}
