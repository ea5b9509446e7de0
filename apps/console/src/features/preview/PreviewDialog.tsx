import type { ConsoleRequest, ConsoleResult } from '@webpay/contract/console/calls';
import type { PreviewItem } from '@webpay/contract/console/preview-calls';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useCall } from '../../api/queries.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Choices } from '../../ui/Choices/Choices.tsx';
import { CopyButton } from '../../ui/CopyButton/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import styles from './PreviewDialog.module.css';

const REFRESH_MS = 30_000;
const MINUTE_MS = 60_000;
const WIDTHS = [
  { value: 'phone', label: 'Phone, 390 wide' },
  { value: 'desktop', label: 'Desktop, 1280 wide' },
] as const;

type Made = ConsoleResult<'makePreview'>;

/** Makes, shows and revokes links to the shop as players would see it after a publication. */
export function PreviewDialog({
  project,
  asked,
  onClose,
}: {
  readonly project: string;
  readonly asked: ConsoleRequest<'makePreview'>;
  readonly onClose: () => void;
}) {
  const [made, setMade] = useState<Made | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const live = useCall('previews', { project }, { everyMs: REFRESH_MS, isTimed: true });
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setIsBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'It failed.');
    } finally {
      setIsBusy(false);
      void live.refetch();
    }
  };
  const make = () => run(async () => setMade(await call('makePreview', asked)));
  const revoke = (id: string) =>
    run(async () => {
      await call('revokePreview', { id });
      if (made?.id === id) setMade(null);
    });
  const items = live.data?.items ?? [];
  return (
    <Dialog
      title="Preview as players see it"
      place={made === null ? 'middle' : 'wide'}
      onClose={onClose}
      footer={<Button onClick={onClose}>Back</Button>}
    >
      <div className="stack">
        <p>
          A link shows the shop with this change for one hour. It publishes nothing, and nothing can
          be bought there. Everyone who has the link sees the change.
        </p>
        {live.data?.is_on === false && (
          <Note tone="orange">This shop serves no previews: PREVIEW_URL is not set.</Note>
        )}
        {failure !== null && (
          <Note tone="red" role="alert">
            {failure}
          </Note>
        )}
        {made === null ? (
          <div>
            <Button
              look="primary"
              isBusy={isBusy}
              disabled={live.data?.is_on === false}
              onClick={() => void make()}
            >
              Make a link
            </Button>
          </div>
        ) : (
          <Shown made={made} />
        )}
        {items.length > 0 && (
          <section className="stack" aria-label="Live previews">
            <h3>Live previews</h3>
            <ul className={styles['links']}>
              {items.map((item) => (
                <li key={item.id}>
                  <span className="grow">
                    {item.title} by <bdi>{item.by}</bdi>
                    <span className="muted small"> · {leftText(item, live.data?.shop_now)}</span>
                  </span>
                  <Button size="small" isBusy={isBusy} onClick={() => void revoke(item.id)}>
                    Revoke
                    <span className="sr-only">
                      {' '}
                      {item.title}, {leftText(item, live.data?.shop_now)}
                    </span>
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  );
}

function leftText({ expires_at: until }: PreviewItem, now = 0): string {
  const minutes = Math.max(1, Math.ceil((until - now) / MINUTE_MS));
  return minutes === 1 ? '1 minute left' : `${minutes} minutes left`;
}

/** The address is known to this page alone: only its hash is stored. */
function Shown({ made }: { readonly made: Made }) {
  const [width, setWidth] = useState<string>('phone');
  return (
    <>
      <div className={styles['address']}>
        <a href={made.address} target="_blank" rel="noreferrer">
          Open in a new tab
        </a>
        <CopyButton text={made.address} what="link to the preview">
          Copy the link
        </CopyButton>
      </div>
      <p className="muted small">The link is shown once. Copy it before you close this dialog.</p>
      <Choices
        legend="Width of the preview"
        isBeside
        choices={WIDTHS}
        chosen={width}
        onChoose={setWidth}
      />
      <div
        className={styles['stage']}
        role="region"
        aria-label="Preview"
        // A wide frame is scrolled by keys too.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <iframe
          className={styles['frame']}
          data-width={width}
          title="The shop with this change"
          src={made.address}
          referrerPolicy="no-referrer"
          // The frame has another origin than this page, so it cannot lift its sandbox.
          // eslint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin"
        />
      </div>
    </>
  );
}
