import { useText } from '../../../i18n/text.tsx';
import { Way } from '../../support/Way.tsx';
import type { AccessKind } from './access-rules.ts';

/** Actions for a password that is set. */
export function AccessMenu({ onChoose }: { readonly onChoose: (kind: AccessKind) => void }) {
  const t = useText();
  return (
    <>
      <Way
        icon="lock"
        title={t('access.change')}
        text={t('access.change_text')}
        onClick={() => onChoose('change')}
      />
      <Way
        icon="mail"
        title={t('access.forgot')}
        text={t('access.forgot_text')}
        onClick={() => onChoose('reset')}
      />
      <Way
        icon="trash"
        title={t('access.remove')}
        text={t('access.remove_text')}
        onClick={() => onChoose('remove')}
      />
    </>
  );
}
