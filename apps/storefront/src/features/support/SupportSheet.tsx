import { VERSION_LABEL } from '@webpay/contract/version';
import { useText } from '../../i18n/text.tsx';
import { paths } from '../../router/paths.ts';
import { KeyValues } from '../../ui/KeyValues/KeyValues.tsx';
import { Sheet } from '../../ui/Sheet/Sheet.tsx';
import { TextButton } from '../../ui/TextButton/TextButton.tsx';
import { toast } from '../../ui/Toaster/toast.ts';
import { limitsOf } from '../../api/limits.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import { thisDevice } from '../../browser/device.ts';
import { gameAddress } from '../../browser/return-to-game.ts';
import { Link } from '../../router/Link.tsx';
import { useSession } from '../account/use-session.ts';
import { type SupportFacts, supportMail } from './support-facts.ts';
import styles from './SupportSheet.module.css';
import { Way, wayClass, WayText } from './Way.tsx';

/** Lists the ways to customer service and the facts that are filled in. */
export function SupportSheet(props: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly about: SupportFacts;
}) {
  const { open, onClose, about } = props;
  const t = useText();
  const configs = useConfigs();
  const project = useProject();
  const user = useSession();
  const rows = useFacts(about);
  const { email } = limitsOf(configs);
  const game = gameAddress(thisDevice(), configs.game_scheme, '');
  const mail = supportMail(email, {
    subject: about.orderNo
      ? t('support.subject', { order: about.orderNo })
      : t('support.subject_plain', { game: configs.name }),
    lines: [
      t('support.mail_ask'),
      '',
      '',
      ...rows.map(({ key, value }) => `${key}: ${value}`),
      VERSION_LABEL,
    ],
  });

  async function copy() {
    try {
      await navigator.clipboard.writeText(email);
      toast(t('support.copied'));
    } catch {
      // In-app browsers may forbid copying; the address can still be selected.
    }
  }

  return (
    <Sheet open={open} onClose={onClose} title={t('support.title')}>
      <div className="stack">
        <p className="muted">{t('support.text')}</p>
        {/* Only a phone can open the game; other devices get an explanation. */}
        <Way
          href={game === '' ? null : game}
          icon="gamepad"
          title={t('support.game')}
          text={t(game === '' ? 'support.game_elsewhere' : 'support.game_text')}
        />
        {user && !about.orderNo && (
          <Link className={wayClass} to={paths.orders(project)} onClick={onClose}>
            <WayText icon="receipt" title={t('title.orders')} text={t('orders.support_text')} />
          </Link>
        )}
        {email && (
          <>
            <Way href={mail} icon="mail" title={t('support.mail')} text={email} />
            <div className={styles.copy}>
              <TextButton onClick={() => void copy()}>{t('support.copy')}</TextButton>
            </div>
          </>
        )}
        {rows.length > 0 && (
          <div className={styles.facts}>
            <p className="cap">{t('support.filled_in')}</p>
            <KeyValues rows={rows} />
          </div>
        )}
      </div>
    </Sheet>
  );
}

/** Known facts of the order, the character and the refused call. */
function useFacts(about: SupportFacts): { readonly key: string; readonly value: string }[] {
  const t = useText();
  const user = useSession();
  const character =
    about.character ?? (user ? { name: user.role.name, server: user.role.server_name } : null);
  return [
    ...(about.orderNo ? [{ key: t('result.order'), value: about.orderNo }] : []),
    ...(about.reference ? [{ key: t('orders.reference'), value: about.reference }] : []),
    ...(character
      ? [{ key: t('support.character'), value: `${character.name} · ${character.server}` }]
      : []),
    ...(user && !about.character ? [{ key: t('home.cid'), value: user.role.cid }] : []),
    ...(about.requestId ? [{ key: t('support.request'), value: about.requestId }] : []),
  ];
}
