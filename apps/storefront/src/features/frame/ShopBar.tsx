import type { ReactNode } from 'react';
import { Brand } from '../../ui/Brand/Brand.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import { useConfigs } from '../../api/page.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';

/** Top bar over a hero: the shop's name and the language. */
export function ShopBar(props: { readonly end?: ReactNode; readonly onBack?: () => void }) {
  const configs = useConfigs();
  return (
    <TopBar
      over
      isShopBar
      onBack={props.onBack}
      brand={<Brand icon={configs.resource_configs.icon} name={configs.name} />}
      end={
        <>
          <LanguageSwitch />
          {props.end}
        </>
      }
    />
  );
}
