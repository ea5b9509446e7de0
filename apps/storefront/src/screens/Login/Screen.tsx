import type { ProjectTile } from '@webpay/contract/page';
import type { CSSProperties } from 'react';
import { usePage } from '../../api/page.tsx';
import { storage } from '../../browser/storage.ts';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { LanguageSwitch } from '../../features/frame/LanguageSwitch.tsx';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Frame } from '../../ui/Frame/Frame.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import { letters } from '../../ui/word-width.ts';
import { doubleTiles, lastFirst } from './tiles.ts';
import styles from './Login.module.css';

/** R19: lists the games whose shops are open, each in its scene, the last played first. */
export default function Login() {
  const t = useText();
  const { projects, art } = usePage();
  // Server and hydration know no storage.
  const last = useHydrated() ? storage.read('project') : null;
  const tiles = lastFirst(projects, last);
  const doubles = doubleTiles(tiles.length);
  return (
    <Frame world="whole">
      <div className={styles.sky} aria-hidden="true" />
      <TopBar over end={<LanguageSwitch />} />
      <div className={styles.page}>
        <header className={styles.head}>
          <h1 tabIndex={-1} style={letters(t('login.title'))}>
            {t('login.title')}
          </h1>
          <p>{t('login.text')}</p>
        </header>
        {tiles.length === 0 ? (
          <div className={styles.none}>
            <EmptyState
              title={t('login.none')}
              picture={art['compass'] && <img className="fit" src={art['compass']} alt="" />}
            >
              {t('login.none_text')}
            </EmptyState>
          </div>
        ) : (
          <ul className={styles.tiles}>
            {tiles.map((project, index) => (
              <li key={project.code} data-double={index < doubles || undefined}>
                <Tile project={project} isLast={project.code === last} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Frame>
  );
}

function Tile({ project, isLast }: { readonly project: ProjectTile; readonly isLast: boolean }) {
  const t = useText();
  const { theme } = project;
  return (
    <a
      className={styles.tile}
      href={paths.home(project.code)}
      // A name says the visible words in their order (WCAG 2.5.3).
      aria-label={
        isLast ? `${t('login.last')}, ${project.name}` : t('login.open', { name: project.name })
      }
      style={colours(project)}
    >
      <span className={styles.scene} aria-hidden="true">
        <span className={styles.cast}>
          {theme.cast.map((piece, index) => (
            <img
              // The cast never changes its order.
              key={`${index}${piece.image}`}
              src={piece.image}
              alt=""
              className={styles.piece}
              style={{
                left: `${piece.left}%`,
                bottom: `${piece.bottom}%`,
                width: `${piece.width}%`,
                rotate: `${piece.angle}deg`,
              }}
            />
          ))}
        </span>
      </span>
      {isLast && <span className={styles.last}>{t('login.last')}</span>}{' '}
      <span className={styles.name}>
        <img className={styles.icon} src={project.icon} alt="" />
        <b>{project.name}</b>
        <Icon name="next" />
      </span>
    </a>
  );
}

type Colours = CSSProperties & Readonly<Record<`--tile-${string}`, string>>;

function colours({ theme: { tokens } }: ProjectTile): Colours {
  return {
    '--tile-sky': tokens['sky'] ?? 'none',
    '--tile-scene': tokens['scene'] ?? 'none',
    '--tile-surface': tokens['surface'] ?? '#fff',
    '--tile-text': tokens['text'] ?? '#1f2430',
  };
}
