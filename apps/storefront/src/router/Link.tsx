import type { MouseEvent, ReactNode } from 'react';
import { navigate, STAYS } from './history.ts';

export function Link(props: {
  readonly to: string;
  readonly className?: string | undefined;
  readonly 'aria-current'?: 'page' | 'true' | undefined;
  /** Runs before the page changes. */
  readonly onClick?: () => void;
  /** Keeps scroll position and focus: the address changes only a part of the page. */
  readonly stays?: boolean;
  readonly children: ReactNode;
}) {
  const { to, children, onClick, stays, ...rest } = props;
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.();
    const opensElsewhere = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (event.button !== 0 || opensElsewhere) return;
    event.preventDefault();
    // The second click of a double tap must not add an entry.
    const replace = event.currentTarget.href === window.location.href;
    navigate(to, { replace, state: stays ? STAYS : null });
  }
  return (
    <a href={to} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
