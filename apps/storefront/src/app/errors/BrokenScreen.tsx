import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { WholePage } from '../../features/frame/WholePage.tsx';

/** Explains a crashed screen or a chunk that did not load, and offers a retry. */
export function BrokenScreen({ onRetry }: { readonly onRetry: () => void }) {
  const t = useText();
  return (
    <WholePage
      title={t('broken.title')}
      text={t('broken.text')}
      action={
        <Button wide onClick={onRetry}>
          {t('broken.retry')}
        </Button>
      }
    />
  );
}
