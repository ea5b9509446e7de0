import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router';
import { outsideLayers } from '../ui/back-layers.ts';

/** The router's history. A page that is left from inside a sheet comes back without its entry. */
export function createHistory() {
  const browser = createBrowserHistory({ v5Compat: true });
  const { push, replace, go } = browser;
  browser.push = (...to) => outsideLayers(() => push(...to));
  browser.replace = (...to) => outsideLayers(() => replace(...to));
  browser.go = (delta) => outsideLayers(() => go(delta));
  return browser;
}
