import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** Mantine's theme, made of the tokens of tokens.css. */

const accent: MantineColorsTuple = [
  '#e7edff',
  '#d0dbff',
  '#a9bbff',
  '#7c97ff',
  '#5c7cfa',
  '#4c6ef5',
  '#3b5bdb',
  '#3350c4',
  '#2440b0',
  '#1d2a54',
];

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 5 },
  colors: { accent },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontFamily: 'var(--font)', fontWeight: '680' },
  defaultRadius: 7,
  focusRing: 'auto',
  respectReducedMotion: true,
  fontSizes: {
    xs: 'var(--fs-1)',
    sm: 'var(--fs-3)',
    md: 'var(--fs-5)',
    lg: 'var(--fs-6)',
    xl: 'var(--fs-7)',
  },
});

const VARIABLES = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--surface-2)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-control)',
  '--mantine-color-placeholder': 'var(--text-2)',
  '--mantine-color-error': 'var(--err)',
  // Steps of Mantine's scales that its menus and popovers use.
  '--mantine-color-gray-1': 'var(--surface-3)',
  '--mantine-color-gray-2': 'var(--line)',
  '--mantine-color-gray-3': 'var(--line)',
  '--mantine-color-dark-4': 'var(--line)',
  '--mantine-color-dark-6': 'var(--surface)',
  '--mantine-color-dark-7': 'var(--surface-2)',
};

/** The tokens follow the scheme by themselves, so both schemes get the same variables. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: VARIABLES,
  dark: VARIABLES,
});
