import { useMe } from '../../api/queries.ts';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { TabBar } from '../../ui/Tabs/Tabs.tsx';

type Part = 'prices' | 'goods' | 'files';

/** Projects, and the parts of one project's catalogue. */
export function ShopTabs({ code, part }: { readonly code: string; readonly part: Part }) {
  const { projects } = useMe();
  const pathOf = (project: string, of: Part) =>
    `/shop/${project}${of === 'prices' ? '' : `/${of}`}`;
  return (
    <>
      <TabBar label="Projects">
        {projects.map((project) => (
          <ConsoleLink
            key={project.code}
            to={pathOf(project.code, part)}
            aria-current={project.code === code ? 'page' : undefined}
          >
            {project.name}
          </ConsoleLink>
        ))}
      </TabBar>
      <TabBar label="Parts of the catalogue">
        <ConsoleLink
          to={pathOf(code, 'prices')}
          aria-current={part === 'prices' ? 'page' : undefined}
        >
          Prices and versions
        </ConsoleLink>
        <ConsoleLink
          to={pathOf(code, 'goods')}
          aria-current={part === 'goods' ? 'page' : undefined}
        >
          Goods and ways to pay
        </ConsoleLink>
        <ConsoleLink
          to={pathOf(code, 'files')}
          aria-current={part === 'files' ? 'page' : undefined}
        >
          Files
        </ConsoleLink>
      </TabBar>
    </>
  );
}
