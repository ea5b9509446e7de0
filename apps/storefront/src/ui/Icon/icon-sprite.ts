import sprite from './icons.svg?raw';

/**
 * All icons as one hidden `<svg>` at the start of `<body>`: present at first paint, without script.
 */
export const iconSprite: string = sprite;
