import sprite from './icons.svg?raw';

/**
 * All icons as one hidden `<svg>`. The page's template puts it once at the start of `<body>`, so
 * that icons are there with the first paint and cost no script.
 */
export const iconSprite: string = sprite;
