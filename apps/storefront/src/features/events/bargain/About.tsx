import type { Money } from '@webpay/contract/money';
import { useState } from 'react';
import { formatCountry } from '../../../i18n/format.ts';
import { type Translate, useLang, useText } from '../../../i18n/text.tsx';
import { Panel } from '../../../ui/Panel/Panel.tsx';
import { Tabs } from '../../../ui/Tabs/Tabs.tsx';
import { Rules } from '../RulesSheet.tsx';
import { OddsInRules } from '../wheel/Odds.tsx';
import styles from './About.module.css';
import type { BargainInfo, BargainPack } from './next-step.ts';
import { useMoney } from '../../goods/use-money.ts';
import { PackContents } from './PackContents.tsx';

/** Tabs with the pack's contents, the rules and the delivery (F07). */
export function About(props: {
  readonly info: BargainInfo;
  /** The chosen pack, or all. */
  readonly packs: readonly BargainPack[];
  readonly country: string;
}) {
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const [tab, setTab] = useState<'contents' | 'rules' | 'info'>('contents');
  const { packs } = props;
  return (
    <div>
      <Tabs
        label={props.info.title}
        tabs={[
          { id: 'contents', label: t('bargain.contents') },
          { id: 'rules', label: t('event.rules') },
          { id: 'info', label: t('event.info') },
        ]}
        value={tab}
        onChange={setTab}
      >
        <Panel tight>
          {tab === 'contents' &&
            packs.map((pack) => (
              <div key={pack.pack_id} className={styles.pack}>
                {packs.length > 1 && <h3>{pack.name}</h3>}
                <PackContents pack={pack} />
              </div>
            ))}
          {tab === 'rules' && (
            <>
              <Rules rules={bargainRules(t, money, props.info)} />
              <OddsInRules wheel={props.info.wheel} />
            </>
          )}
          {tab === 'info' && (
            <Rules
              rules={packs.map(({ name }) =>
                t('bargain.info_text', { name, country: formatCountry(props.country, lang) }),
              )}
            />
          )}
        </Panel>
      </Tabs>
    </div>
  );
}

export function bargainRules(
  t: Translate,
  money: (money: Money) => string,
  { coupon_range }: BargainInfo,
): readonly string[] {
  const coupon = { from: money(coupon_range.from), to: money(coupon_range.to) };
  return [
    t('bargain.rule_coupon', coupon),
    t('bargain.rule_tasks'),
    t('bargain.rule_minimum'),
    t('bargain.rule_price'),
    t('bargain.rule_odds'),
  ];
}

export function oddsBelowRules({ wheel }: BargainInfo) {
  return <OddsInRules wheel={wheel} />;
}
