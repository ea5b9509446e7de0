import type { Configs } from '@webpay/contract/calls';
import type { PageData } from '@webpay/contract/page';
import { createContext, type ReactNode, useContext } from 'react';

const PageContext = createContext<PageData | null>(null);

export function PageProvider(props: { readonly page: PageData; readonly children: ReactNode }) {
  return <PageContext value={props.page}>{props.children}</PageContext>;
}

/** Returns the data that the server inlined into this page. */
export function usePage(): PageData {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage is for components inside PageProvider');
  return page;
}

export const useConfigsIfAny = () => usePage().configs;

/** Returns the project's configuration; pages below /{project} always have one. */
export function useConfigs(): Configs {
  const { configs } = usePage();
  if (!configs) throw new Error('useConfigs is for pages of a project');
  return configs;
}

/** Returns the project's code on pages below /{project}. */
export function useProject(): string {
  const { project } = usePage();
  if (project === null) throw new Error('useProject is for pages of a project');
  return project;
}
