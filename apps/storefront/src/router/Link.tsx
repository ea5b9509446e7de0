import type { MouseEvent, ReactNode } from 'react';
import { navigate } from './history.ts';

export function Link(props: {
  readonly to: string;
  readonly className?: string | undefined;
  readonly 'aria-current'?: 'page' | undefined;
  /** Runs before the page changes. */
  readonly onClick?: () => void;
  readonly onLook?: () => void;
  readonly children: ReactNode;
}) {
  const { to, children, onClick, onLook, ...rest } = props;
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.();
    const opensElsewhere = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (event.button !== 0 || opensElsewhere) return;
    event.preventDefault();
    // The second click of a double tap must not add an entry.
    navigate(to, { replace: event.currentTarget.href === window.location.href });
  }
  return (
    <a href={to} onClick={follow} onPointerEnter={onLook} onFocus={onLook} {...rest}>
      {children}
    </a>
  );
}
