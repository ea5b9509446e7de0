import type { ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';

/**
 * A link to another page of this shop. react-router's own brings its prefetching along, which the
 * first page would pay for and nothing uses.
 */
export function Link(props: {
  readonly to: string;
  readonly className?: string | undefined;
  readonly 'aria-current'?: 'page' | undefined;
  /** Before the page changes. */
  readonly onClick?: () => void;
  /** The pointer or the focus is on it. */
  readonly onLook?: () => void;
  readonly children: ReactNode;
}) {
  const { to, children, onClick, onLook, ...rest } = props;
  const go = useLinkClickHandler(to);
  const stay = useLinkClickHandler(to, { replace: true });
  return (
    <a
      href={useHref(to)}
      onClick={(event) => {
        onClick?.();
        // The second of a double tap finds the address changed and this page still standing.
        const isThere = event.currentTarget.href === window.location.href;
        (isThere ? stay : go)(event);
      }}
      onPointerEnter={onLook}
      onFocus={onLook}
      {...rest}
    >
      {children}
    </a>
  );
}
