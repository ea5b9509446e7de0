import { useText } from '../../i18n/text.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { WholePage } from '../../features/frame/WholePage.tsx';

/** Our own mistake, or a chunk that did not load: what to do, never a blank page. */
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
