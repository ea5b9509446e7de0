import type { Configs } from '@webpay/contract/calls';
import type { PageData } from '@webpay/contract/page';
import { createContext, type ReactNode, useContext } from 'react';

const PageContext = createContext<PageData | null>(null);

export function PageProvider(props: { readonly page: PageData; readonly children: ReactNode }) {
  return <PageContext value={props.page}>{props.children}</PageContext>;
}

/** What the server inlined into this page. */
export function usePage(): PageData {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage is for components inside PageProvider');
  return page;
}

/** The project's configuration; null on pages of no project. */
export function useConfigsIfAny(): Configs | null {
  return usePage().configs;
}

/** The project's configuration, on pages below /{project}, which are not drawn without one. */
export function useConfigs(): Configs {
  const { configs } = usePage();
  if (!configs) throw new Error('useConfigs is for pages of a project');
  return configs;
}

/** The project's code, on pages below /{project}. */
export function useProject(): string {
  const { project } = usePage();
  if (project === null) throw new Error('useProject is for pages of a project');
  return project;
}
