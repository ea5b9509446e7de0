import { useMe } from '../../api/queries.ts';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { TabBar } from '../../ui/Tabs/Tabs.tsx';

const PARTS = {
  prices: 'Prices and versions',
  goods: 'Goods and ways to pay',
  texts: 'Texts',
  theme: 'Theme',
  pictures: 'Pictures',
  files: 'Files',
} as const;
type Part = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as readonly Part[];

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
        {PART_NAMES.map((each) => (
          <ConsoleLink
            key={each}
            to={pathOf(code, each)}
            aria-current={part === each ? 'page' : undefined}
          >
            {PARTS[each]}
          </ConsoleLink>
        ))}
      </TabBar>
    </>
  );
}
