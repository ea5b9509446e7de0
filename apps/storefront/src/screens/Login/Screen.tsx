import type { ProjectTile } from '@webpay/contract/page';
import type { CSSProperties } from 'react';
import { usePage } from '../../api/page.tsx';
import { LanguageSwitch } from '../../features/frame/LanguageSwitch.tsx';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Content, Frame } from '../../ui/Frame/Frame.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import styles from './Login.module.css';

/** R19: lists the games whose shops are open, each in its theme. */
export default function Login() {
  const t = useText();
  const { projects, art } = usePage();
  return (
    <Frame>
      <TopBar over end={<LanguageSwitch />} />
      <header className={styles.head}>
        <h1 tabIndex={-1}>{t('login.title')}</h1>
        <p>{t('login.text')}</p>
      </header>
      <Content>
        {projects.length === 0 ? (
          <EmptyState
            title={t('login.none')}
            picture={art['compass'] && <img className="fit" src={art['compass']} alt="" />}
          >
            {t('login.none_text')}
          </EmptyState>
        ) : (
          <ul className={styles.tiles}>
            {projects.map((project) => (
              <li key={project.code}>
                <Tile project={project} label={t('login.open', { name: project.name })} />
              </li>
            ))}
          </ul>
        )}
      </Content>
    </Frame>
  );
}

function Tile({ project, label }: { readonly project: ProjectTile; readonly label: string }) {
  const { theme } = project;
  return (
    <a
      className={styles.tile}
      href={paths.home(project.code)}
      aria-label={label}
      style={colours(project)}
    >
      <span className={styles.scene} aria-hidden="true">
        {theme.cast.map((piece, index) => (
          <img
            // The cast never changes its order.
            key={`${index}${piece.image}`}
            src={piece.image}
            alt=""
            className={styles.piece}
            style={{
              left: `${piece.left - 30}%`,
              bottom: `${piece.bottom}%`,
              width: `${piece.width * 1.2}%`,
              rotate: `${piece.angle}deg`,
            }}
          />
        ))}
      </span>
      <span className={styles.name}>
        <img className={styles.icon} src={project.icon} alt="" />
        <b>{project.name}</b>
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
