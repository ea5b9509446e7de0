import { formatNumber } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import type { Card } from './card-view.ts';

export function useCardRules(): (card: Card | undefined) => readonly string[] {
  const t = useText();
  const lang = useLang();
  return (card) => {
    if (card === undefined) return [];
    const boost = card.owned?.boost_percent ?? card.boost_percent;
    return [
      t('card.rule_start'),
      t('card.rule_mail'),
      ...(boost > 0 ? [t('card.rule_boost', { percent: formatNumber(boost, lang) })] : []),
      card.again === 'adds_days'
        ? t('card.rule_again_adds', { days: card.days })
        : t('card.rule_again_refused'),
    ];
  };
}
