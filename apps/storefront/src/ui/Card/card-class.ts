import styles from './Card.module.css';

/** A card of the theme: surface, corners, edge. */
export const cardClass = styles.card;
