import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { PersonalCard } from '../../features/personal/PersonalCard.tsx';
import { Missing, Reading } from '../../features/reading/Reading.tsx';
import { NotesCard } from '../../features/step/NotesCard.tsx';
import { StepsCard } from '../../features/step/Steps.tsx';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Avatar } from '../../ui/Avatar/Avatar.tsx';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { CopyButton } from '../../ui/CopyButton/CopyButton.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import { Figures } from './Figures.tsx';
import { Life } from './Life.tsx';
import type { PlayerFile } from './player-file.ts';
import { SavedCards } from './SavedCards.tsx';
import styles from './Player.module.css';

/** A character: may it order, its money, its orders, mails and sessions. */
export function Player() {
  const { id = '' } = useParams();
  const player = useCall('player', { id }, { everyMs: 60_000 });
  const client = useQueryClient();
  const data = player.isPlaceholderData ? undefined : player.data;
  return (
    <Page
      title={data?.character.name ?? 'Player'}
      crumbs={
        <>
          <ConsoleLink to="/players">Players</ConsoleLink> ›{' '}
          <span aria-current="page">{data?.character.project.name ?? id}</span>
        </>
      }
      badges={
        data && (
          <>
            <Avatar name={data.character.name} />
            {data.flags.length === 0 ? (
              <Badge tone="green">May order</Badge>
            ) : (
              <Badge tone="red">May not order</Badge>
            )}
          </>
        )
      }
    >
      <Reading
        query={player}
        failed="The player could not be read."
        skeletonRows={10}
        onStop={() => void client.cancelQueries({ queryKey: ['player', { id }] })}
        missing={
          <Missing
            title={`There is no player ${id}`}
            actions={<ConsoleLink to="/players">Find a character</ConsoleLink>}
          >
            The address is wrong, the data of the character was erased, or its project is one that
            you do not see.
          </Missing>
        }
      >
        {(file) => <Content file={file} />}
      </Reading>
    </Page>
  );
}

function Content({ file }: { readonly file: PlayerFile }) {
  const { character, level, created_at: createdAt, seen_at: seenAt, now } = file;
  const about = {
    about: `${character.name} · ${character.project.name} · ${character.server_name}`,
    currency: null,
  };
  return (
    <>
      <p className={styles['facts']}>
        <span className={styles['id']}>
          <bdi>{character.cid}</bdi>
          <CopyButton text={character.cid} what="character ID" />
        </span>
        <span>
          {character.project.name} · {character.server_name} · level {level}
        </span>
        <span>
          seen <Time at={seenAt} now={now} as="distance" />, known since{' '}
          <Time at={createdAt} now={now} as="full" />
        </span>
      </p>
      <Flags file={file} />
      <Figures file={file} />
      <div className={styles['work']}>
        <StepsCard steps={file.steps} about={about} />
        <NotesCard notes={file.notes} steps={file.steps} about={about} now={now} />
      </div>
      <PersonalCard playerId={character.player_id} values={file.personal} />
      <SavedCards file={file} />
      <Life file={file} />
      <Elsewhere file={file} />
    </>
  );
}

/** Why the character may not order, since when, and by which order. */
function Flags({ file: { flags, now } }: { readonly file: PlayerFile }) {
  if (flags.length === 0) return null;
  return (
    <Card title="Orders are stopped">
      <ul className={styles['flags']}>
        {flags.map(({ why, since, because, order_id: orderId }) => (
          <li key={`${why} ${since}`}>
            <strong className="strong">{why}</strong> since <Time at={since} now={now} as="full" />
            {because !== '' && (
              <>
                : <bdi>{because}</bdi>
              </>
            )}
            {orderId !== null && (
              <>
                {' '}
                <ConsoleLink to={`/orders/${orderId}`}>Its order</ConsoleLink>
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The same ID on other servers and projects. */
function Elsewhere({ file: { elsewhere } }: { readonly file: PlayerFile }) {
  if (elsewhere.length === 0) return null;
  return (
    <Card title="Same ID elsewhere" note="often another person">
      <ul className={styles['elsewhere']}>
        {elsewhere.map(({ player_id: id, name, project, server_name: server }) => (
          <li key={id}>
            <ConsoleLink to={`/players/${id}`}>
              <bdi>{name}</bdi>
            </ConsoleLink>{' '}
            <span className="muted small">
              {project.name} · {server}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
