import { useState } from 'react';
import { navigate } from '../../router/history.ts';
import { useLocation } from '../../router/location.tsx';
import { useConfigs, useProject } from '../../api/page.tsx';
import { ShopFrame } from '../../features/frame/ShopFrame.tsx';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { EmptyState, ErrorBlock } from '../../ui/EmptyState/EmptyState.tsx';
import { buttonClass } from '../../ui/Button/button-class.ts';
import { BottomBar } from '../../ui/BottomBar/BottomBar.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton/Skeleton.tsx';
import { textButtonClass } from '../../ui/TextButton/TextButton.tsx';
import { TopBar } from '../../ui/TopBar/TopBar.tsx';
import { type AllowedDocument, allowedDocument, useFramed } from './framed-document.ts';
import styles from './Iframe.module.css';

/** R12: shows terms and privacy in a sandboxed frame; never a bank. */
export default function Iframe() {
  const t = useText();
  const project = useProject();
  const { key, search } = useLocation();
  const [attempt, setAttempt] = useState(1);
  const document = allowedDocument(useConfigs(), new URLSearchParams(search).get('url'));

  // Opened by its address there is no page to return to.
  const leave = () => navigate(key === 'default' ? paths.home(project) : -1);

  return (
    <ShopFrame>
      <TopBar
        title={t(document?.title ?? 'title.iframe')}
        end={
          <>
            {document && (
              // Some documents forbid every frame, which only the frame can detect.
              <IconButton
                icon="globe"
                label={t('iframe.open_outside')}
                onClick={() => window.open(document.url, '_blank', 'noopener,noreferrer')}
              />
            )}
            <IconButton icon="close" label={t('ui.close')} onClick={leave} />
          </>
        }
      />
      {document ? (
        <Framed
          key={`${attempt}${document.url}`}
          document={document}
          onRetry={() => setAttempt(attempt + 1)}
        />
      ) : (
        <NotAllowed />
      )}
    </ShopFrame>
  );
}

function Framed(props: { readonly document: AllowedDocument; readonly onRetry: () => void }) {
  const { url, title } = props.document;
  const t = useText();
  const { state, onLoad } = useFramed(url);
  return (
    <div className={styles.stage}>
      {/* Without allow-same-origin the document has no cookies and no storage. */}
      <iframe
        className={styles.frame}
        src={url}
        title={t(title)}
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        data-state={state}
        onLoad={onLoad}
      />
      {state === 'loading' && (
        <SkeletonGroup className={styles.waiting}>
          <Skeleton width="56%" height="calc(var(--u) * 0.7)" />
          {['96%', '88%', '93%', '72%', '95%', '84%', '90%', '48%'].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </SkeletonGroup>
      )}
      {state === 'failed' && (
        <div className={styles.failed}>
          <ErrorBlock
            title={t('iframe.failed_title')}
            onRetry={props.onRetry}
            action={
              <a className={textButtonClass} href={url} target="_blank" rel="noreferrer noopener">
                {t('iframe.open_outside')}
              </a>
            }
          >
            {t('iframe.failed_text')}
          </ErrorBlock>
        </div>
      )}
    </div>
  );
}

function NotAllowed() {
  const t = useText();
  const project = useProject();
  const { art } = useConfigs().theme;
  return (
    <>
      <div className={styles.stage}>
        <div className={styles.notAllowed}>
          <EmptyState
            heading="h2"
            title={t('iframe.not_allowed_title')}
            picture={art['compass'] && <img className="fit" src={art['compass']} alt="" />}
          >
            {t('iframe.not_allowed_text')}
          </EmptyState>
        </div>
      </div>
      <BottomBar>
        <a className={buttonClass({ wide: true })} data-primary href={paths.home(project)}>
          {t('not_open.to_shop')}
        </a>
      </BottomBar>
    </>
  );
}
