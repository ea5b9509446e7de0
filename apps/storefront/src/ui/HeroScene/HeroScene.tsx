import type { CSSProperties, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { letters } from '../word-width.ts';
import styles from './HeroScene.module.css';

/** Centre from the left, lower edge, width in percent of the scene, on home of its stall; angle in degrees. */
type CastPiece = {
  readonly image: string;
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly angle: number;
};

/** Draws the theme's scene; contents grow from the bottom and extend it. */
export function HeroScene(props: {
  /** home 5 u · strip 3.1 u, no headline · event. */
  readonly size: 'home' | 'strip' | 'event';
  readonly bar?: ReactNode;
  readonly cast: readonly CastPiece[];
  /** The page's h1: at most five words. */
  readonly title?: string;
  readonly children?: ReactNode;
}) {
  const { title } = props;
  return (
    <div className={cx(styles.hero, styles[props.size])} data-hero data-scene>
      {props.bar}
      <div className={styles.cast} aria-hidden="true">
        {props.cast.map((piece, index) => (
          <img
            key={`${index}${piece.image}`}
            src={piece.image}
            alt=""
            draggable={false}
            className={styles.piece}
            style={placed(piece, index, props.size)}
            fetchPriority={index === 1 ? 'high' : undefined}
          />
        ))}
      </div>
      {title !== undefined && (
        <h1 tabIndex={-1} className={styles.title} style={letters(title)}>
          {title}
        </h1>
      )}
      {props.children && <div className={styles.sub}>{props.children}</div>}
    </div>
  );
}

function placed(piece: CastPiece, index: number, size: string): CSSProperties {
  return {
    left: `${piece.left}%`,
    bottom: `${piece.bottom}%`,
    // An event's art grows with the scene's height, not the column; home's stands in its stall.
    width: size === 'home' ? `${piece.width}%` : `calc(var(--u) * ${piece.width / 10})`,
    rotate: `${piece.angle}deg`,
    // Desynchronises the animations.
    animationDelay: `${index * -1.1}s`,
  };
}
