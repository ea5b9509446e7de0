import { Link, type LinkProps } from 'react-router';
import { useWithProject } from './address.ts';

/** A link inside the console. It keeps the chosen project. */
export function ConsoleLink({ to, ...rest }: Omit<LinkProps, 'to'> & { readonly to: string }) {
  const withProject = useWithProject();
  return <Link to={withProject(to)} {...rest} />;
}
