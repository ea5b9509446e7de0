import type { ReactNode } from 'react';
import { Brand } from '../../ui/Brand.tsx';
import { TopBar } from '../../ui/TopBar.tsx';
import { useConfigs } from '../config/page.tsx';
import { LanguageSwitch } from '../language/LanguageSwitch.tsx';

/** The bar over a hero: the shop's own name and the language. */
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
