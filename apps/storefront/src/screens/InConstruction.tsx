import { usePage } from '../api/page.tsx';
import { useText } from '../i18n/text.tsx';
import { WholePage } from '../features/frame/WholePage.tsx';

/** R02: the address without a game. */
export default function InConstruction() {
  const t = useText();
  const { art } = usePage();
  return (
    <WholePage
      ground="grey"
      picture={art['crane']}
      title={t('construction.title')}
      text={t('construction.text')}
    />
  );
}
