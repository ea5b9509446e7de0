import { type ReactNode, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import styles from './Page.module.css';

/** Path whose heading had the focus last; the first page of a visit leaves the focus where it is. */
let focusedPath: string | null = null;

/** A screen: the tab's title, a heading that takes the focus after a navigation, actions, content. */
export function Page({
  title,
  tabTitle = title,
  crumbs,
  note,
  badges,
  actions,
  children,
}: {
  readonly title: string;
  readonly tabTitle?: string;
  /** Links to the pages above. */
  readonly crumbs?: ReactNode;
  readonly note?: ReactNode;
  readonly badges?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  useEffect(() => {
    document.title = `${tabTitle} · Console`;
  }, [tabTitle]);
  useEffect(() => {
    const isFirst = focusedPath === null;
    const isSame = focusedPath === pathname;
    focusedPath = pathname;
    if (!isFirst && !isSame)
      heading.current?.focus({ preventScroll: navigation === NavigationType.Pop });
  }, [pathname, navigation]);
  return (
    <>
      {crumbs !== undefined && (
        <nav className={styles['crumbs']} aria-label="Breadcrumb">
          {crumbs}
        </nav>
      )}
      <header className={styles['head']}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {badges}
        {note !== undefined && <span className={styles['note']}>{note}</span>}
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </header>
      <div className="stack">{children}</div>
    </>
  );
}
