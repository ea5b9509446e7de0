import styles from './Card.module.css';

/** Surface, corners and edge of the theme's card. */
export const cardClass = styles.card;
