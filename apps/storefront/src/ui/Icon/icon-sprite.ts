import sprite from './icons.svg?raw';

/** All icons as one hidden `<svg>` of the document, present at first paint without script. */
export const iconSprite: string = sprite;
