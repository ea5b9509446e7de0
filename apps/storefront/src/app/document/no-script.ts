/** Style inside `<noscript>`: the reason comes first, and nothing seems to be loading. */
export const NO_SCRIPT_STYLE = [
  '[data-no-script]{padding:var(--s3) var(--s4);background:var(--text);color:var(--surface);',
  'font:600 var(--fs-3)/var(--lh) var(--body)}',
  '[data-no-script]>a{color:inherit;white-space:nowrap}',
  "#late,[aria-busy='true'],[data-skeleton]{display:none}",
].join('');
