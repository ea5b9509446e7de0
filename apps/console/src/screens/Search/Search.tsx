import {
  IconArrowBackUp,
  IconCreditCard,
  IconInbox,
  IconMail,
  IconMessage,
  IconReceipt,
  IconScale,
  IconSearch,
  IconUser,
  IconZoomExclamation,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { searchText, useProject, useWithProject } from '../../router/address.ts';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Badge } from '../../ui/Badge/Badge.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Key, KeyLine } from '../../ui/Keys/Keys.tsx';
import { useKeys } from '../../ui/Keys/keys.ts';
import { Money } from '../../ui/Money/Money.tsx';
import { Page } from '../../ui/Page/Page.tsx';
import { Time } from '../../ui/Time/Time.tsx';
import styles from './Search.module.css';

type Found = ConsoleResult<'search'>;
type Hit = Found['groups'][number]['hits'][number];

/** Hits of what the bar's field asked for. A single hit opens at once. */
export function Search() {
  const location = useLocation();
  const client = useQueryClient();
  const project = useProject();
  const { text, isDirect } = searchText(location);
  const search = useCall('search', project === null ? { text } : { text, project }, {
    isEnabled: text !== '',
  });
  useDirectWay(isDirect && !search.isPlaceholderData ? search.data : undefined);
  if (text === '') return <Forms />;
  return (
    <Page title="Search" note={search.data && !search.isPlaceholderData && search.data.looked_for}>
      <Reading
        query={search}
        failed="The search failed."
        skeletonRows={5}
        onStop={() => void client.cancelQueries({ queryKey: ['search'] })}
      >
        {(found) =>
          hitsOf(found).length === 0 ? (
            <NothingFound text={text} found={found} />
          ) : (
            <Groups key={location.key} found={found} />
          )
        }
      </Reading>
    </Page>
  );
}

const hitsOf = ({ groups }: Found): readonly Hit[] => groups.flatMap(({ hits }) => hits);

/** Goes to the only hit in place of the search, so that Back skips it. */
function useDirectWay(found: Found | undefined): void {
  const navigate = useNavigate();
  const withProject = useWithProject();
  const [hit, ...others] = found === undefined ? [] : hitsOf(found);
  const path = others.length === 0 ? (hit?.path ?? null) : null;
  useEffect(() => {
    if (path !== null) void navigate(withProject(path), { replace: true });
  }, [path, navigate, withProject]);
}

const ICONS = {
  order: IconReceipt,
  payment: IconCreditCard,
  refund: IconArrowBackUp,
  dispute: IconScale,
  request: IconInbox,
  mail: IconMail,
  message: IconMessage,
  difference: IconScale,
  character: IconUser,
} as const;

const KEYS = [
  { key: 'ArrowDown', label: 'Next hit' },
  { key: 'ArrowUp', label: 'Hit before' },
] as const;

function Groups({ found }: { readonly found: Found }) {
  const list = useRef<HTMLDivElement>(null);
  const links = (): HTMLElement[] => [
    ...(list.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? []),
  ];
  const move = (by: 1 | -1): void => {
    const all = links();
    const at = all.findIndex((link) => link === document.activeElement);
    all[at === -1 ? 0 : at + by]?.focus();
  };
  useEffect(() => {
    const isTyping = document.activeElement?.matches('input, textarea') === true;
    if (!isTyping) links()[0]?.focus();
  }, []);
  useKeys('Hits', [
    { ...KEYS[0], run: () => move(1) },
    { ...KEYS[1], run: () => move(-1) },
    { key: 'j', label: 'Next hit', run: () => move(1) },
    { key: 'k', label: 'Hit before', run: () => move(-1) },
  ]);
  return (
    <>
      <div ref={list} className="stack">
        {found.groups
          .filter(({ hits }) => hits.length > 0)
          .map(({ title, hits, has_more: hasMore }) => (
            <Card
              key={title}
              title={title}
              isPadded={false}
              {...(hasMore
                ? { footer: `The newest ${hits.length}. A longer text finds fewer.` }
                : {})}
            >
              <ul className={styles['hits']}>
                {hits.map((hit) => (
                  <li key={`${hit.kind} ${hit.id}`}>
                    <HitRow hit={hit} />
                  </li>
                ))}
              </ul>
            </Card>
          ))}
      </div>
      <KeyLine
        actions={[
          { key: '↓ ↑', label: 'hit' },
          { key: 'Enter', label: 'open' },
          { key: '/', label: 'search again' },
        ]}
      />
    </>
  );
}

function HitRow({ hit }: { readonly hit: Hit }) {
  const { kind, title, subtitle, badge, sum, at, path } = hit;
  const Icon = ICONS[kind];
  const content = (
    <>
      <span className={styles['icon']} aria-hidden="true">
        <Icon />
      </span>
      <span className={styles['what']}>
        <bdi className="strong">{title}</bdi>
        <bdi className={styles['more']}>{subtitle}</bdi>
      </span>
      <span className={styles['facts']}>
        {sum !== null && <Money sum={sum} />}
        {at !== null && (
          <span className="muted small">
            <Time at={at} as="distance" />
          </span>
        )}
        {badge !== null && <Badge tone={badge.tone}>{badge.text}</Badge>}
      </span>
    </>
  );
  return path === null ? (
    <div className={styles['hit']}>{content}</div>
  ) : (
    <ConsoleLink to={path} className={styles['hit']} data-row-link>
      {content}
    </ConsoleLink>
  );
}

function NothingFound({ text, found }: { readonly text: string; readonly found: Found }) {
  return (
    <Card title="Nothing found" note={<bdi>{text}</bdi>}>
      <EmptyState icon={<IconZoomExclamation />} title={`Looked for: ${found.looked_for}`}>
        It may be of another shop: numbers that this one gives to PayPal and PayerMax begin with A
        or R.
      </EmptyState>
    </Card>
  );
}

const FORMS = [
  { form: 'WP-7F3K-2M5Q-T', means: 'order, by the number that players see' },
  { form: '20 letters and digits', means: 'order, request, mail: the id of an address' },
  { form: 'A…_1, R…_1, X…', means: 'payment, refund, refund made at the gateway' },
  {
    form: 'number of a gateway',
    means: 'PayerMax tradeToken, PayPal order, capture, refund, dispute',
  },
  { form: 'number of a game’s mail', means: 'delivery, second mail, reward' },
  { form: '204518763, S12/204518763', means: 'character, by ID or by server and ID' },
  { form: '1111 15.49, 1111 20 Nov', means: 'card, by its last four with a sum or a day' },
  { form: 'Nova', means: 'character, by the beginning of the name' },
] as const;

/** Forms that the search knows, while nothing is asked for. */
export function Forms() {
  return (
    <Page title="Search" note="Paste what the player sent">
      <Card
        title="Forms of a search"
        note={
          <>
            <Key name="/" /> leads to the field
          </>
        }
        isPadded={false}
      >
        <dl className={styles['forms']}>
          {FORMS.map(({ form, means }) => (
            <div key={form}>
              <dt>{form}</dt>
              <dd>{means}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <p className="muted small">
        <IconSearch size={14} aria-hidden /> Names are sent apart from the address, so that no log
        keeps them.
      </p>
    </Page>
  );
}
