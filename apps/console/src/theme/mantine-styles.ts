/**
 * Styles of the Mantine components in use: add one line for each new component, in Mantine's order. Its global styles
 * are left out, because base.css has its own.
 * Modal and Drawer insert a style element without a nonce; use ui/Dialog instead.
 */
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
