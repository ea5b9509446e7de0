import { countryText } from '../../features/orders/order-text.ts';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Avatar } from '../../ui/Avatar/Avatar.tsx';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { CopyButton } from '../../ui/CopyButton/CopyButton.tsx';
import { KeyValue } from '../../ui/KeyValue/KeyValue.tsx';
import { moneyText } from '../../ui/Money/money-text.ts';
import { Time } from '../../ui/Time/Time.tsx';
import type { OrderFile } from './order-file.ts';
import styles from './Order.module.css';

/** The character that gets the goods. */
export function Recipient({ file }: { readonly file: OrderFile }) {
  const { character, player, country, lang, now } = file;
  return (
    <Card title="Who gets it">
      <div className={styles['recipient']}>
        <Avatar name={character.name} />
        <div className="grow">
          <ConsoleLink to={`/players/${character.player_id}`}>
            <bdi>{character.name}</bdi>
          </ConsoleLink>
          <div className="muted small">
            {character.project.name} · {character.server_name}
          </div>
        </div>
        {player.flagged_since !== null && <Badge tone="red">May not order</Badge>}
      </div>
      <KeyValue
        facts={[
          {
            label: 'Character',
            value: (
              <>
                <bdi>{character.cid}</bdi>
                <CopyButton text={character.cid} what="character ID" />
              </>
            ),
          },
          { label: 'Server', value: character.server_id },
          {
            label: 'Orders',
            value: [String(player.orders), ...player.paid.map(moneyText)].join(' · '),
          },
          { label: 'Disputes', value: player.disputes === 0 ? 'none' : String(player.disputes) },
          ...(player.flagged_since === null
            ? []
            : [
                {
                  label: 'Stopped since',
                  value: <Time at={player.flagged_since} now={now} as="full" />,
                },
              ]),
          { label: 'Country, language', value: `${countryText(country)}, ${lang}` },
        ]}
      />
    </Card>
  );
}
