import type { ReactNode } from 'react';
import { Brand } from '../../ui/Brand/Brand.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import { useConfigs } from '../../api/page.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';

/** Top bar over a hero: the shop's name and the language. */
export function ShopBar({ end }: { readonly end?: ReactNode }) {
  const configs = useConfigs();
  return (
    <TopBar
      over
      brand={<Brand icon={configs.resource_configs.icon} name={configs.name} />}
      end={
        <>
          <LanguageSwitch />
          {end}
        </>
      }
    />
  );
}
