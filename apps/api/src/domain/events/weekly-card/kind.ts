import { eventKind } from '../kind.ts';
import { hasCardReward } from './has-card-reward.ts';
import { cardFile, cardRules } from './rules.ts';

/** F10: a card that gives at once, then every day, and more of every top-up while it is active. */
export const weeklyCard = eventKind({
  kind: 'card',
  file: cardFile,
  rules: cardRules,
  screen: '/activity/card',
  hasSomething: hasCardReward,
  read: async (given, reader) => ({
    cards: given.cards.map((each) => {
      reader.product(each.product_id, 'card');
      return { ...each, daily: each.daily.map(reader.item) };
    }),
  }),
});
