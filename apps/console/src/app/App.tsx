/*
 * Styles of the Mantine components in use: add one line for each new component, in Mantine's order. Its global styles
 * are left out, because base.css has its own.
 * Modal and Drawer insert a style element without a nonce; use ui/Dialog instead.
 */
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '../api/queries.ts';
import { SCHEME_KEY } from '../theme/scheme.ts';
import { cssVariables, theme } from '../theme/theme.ts';
import { listenToKeys } from '../ui/Keys/keys.ts';
import { router } from './routes.tsx';

const schemes = localStorageColorSchemeManager({ key: SCHEME_KEY });

/** Nonce of this answer, which the style elements of Mantine need. Browsers hide it from `getAttribute`. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

export function App() {
  useEffect(listenToKeys, []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={schemes}
      getStyleNonce={styleNonce}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
