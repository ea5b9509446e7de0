import type { Store } from '../store.ts';
import { randomId } from '../ids.ts';
import type { Fields } from '../shape.ts';

export type MailItem = { readonly item_id: string; readonly name: string; readonly count: number };

export type Mail = {
  readonly mail_id: string;
  readonly game_id: string;
  readonly server_id: string;
  readonly cid: string;
  readonly key: string;
  readonly title: string;
  readonly body: string;
  readonly items: readonly MailItem[];
  /** The order as the shop told it; null: a mail of an event or a code. */
  readonly purchase: Fields | null;
  readonly sent_at: number;
};

export type Letter = Omit<Mail, 'mail_id' | 'sent_at'>;

export type Recipient = Pick<Mail, 'game_id' | 'server_id' | 'cid'>;

export type Mailbox = ReturnType<typeof createMailbox>;

const DELIVERY = 'delivery:';
const RECENT = 12;

export function createMailbox(store: Store) {
  const byCharacter = new Map<string, Mail[]>();
  let deliveries = 0;
  let recent: Mail[] = [];

  const mails = store.table<Mail>('mail', (_id, mail) => {
    if (!mail) return;
    const box = byCharacter.get(boxOf(mail));
    if (box) box.push(mail);
    else byCharacter.set(boxOf(mail), [mail]);
    if (deliveryIdOf(mail) !== null) deliveries += 1;
    recent = [mail, ...recent.filter((other) => boxOf(other) !== boxOf(mail))].slice(0, RECENT);
  });

  return {
    /** Idempotent by key: a repeated mail is not stored again. */
    put: (letter: Letter): Mail => {
      const id = `${letter.game_id}|${letter.key}`;
      const known = mails.get(id);
      if (known) return known;
      const mail: Mail = { ...letter, mail_id: `m${randomId(15)}`, sent_at: Date.now() };
      store.commit([mails.put(id, mail)]);
      return mail;
    },
    has: (gameId: string, key: unknown) =>
      typeof key === 'string' && mails.get(`${gameId}|${key}`) !== undefined,
    read: (recipient: Recipient): readonly Mail[] => byCharacter.get(boxOf(recipient)) ?? [],
    /** Latest mail of each recipient, newest first. */
    recent: (): readonly Mail[] => recent,
    countDeliveries: () => deliveries,
  };
}

export function deliveryIdOf(mail: Mail): string | null {
  return mail.key.startsWith(DELIVERY) ? mail.key.slice(DELIVERY.length) : null;
}

function boxOf({ game_id, server_id, cid }: Recipient): string {
  return `${game_id}|${server_id}|${cid}`;
}
