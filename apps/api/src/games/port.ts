import type { GameNotice, Purchase } from '@webpay/contract/game-shapes';
import type { AboutOneRequest, Silent } from '../platform/http-client/exchange.ts';

/** The operations of a game's gateway (contract §6). No function throws for an answer or for silence. */
export type Games = {
  findRole(game: GameAddress, role: { serverId: string; cid: string }): Promise<RoleAnswer>;
  sendMail(game: GameAddress, mail: Mail): Promise<MailAnswer>;
  /** Tells of a refund or chargeback; a repeat is harmless. */
  tellNotice(game: GameAddress, told: ToldNotice): Promise<NoticeAnswer>;
};

export type RoleAnswer =
  | { readonly kind: 'found'; readonly name: string; readonly level: number }
  | { readonly kind: 'none' }
  | { readonly kind: 'other_game'; readonly gameId: string }
  | { readonly kind: 'maintenance' }
  | GameSilent;

export type GameSilent = Silent & AboutOneRequest;

export type Mail = {
  readonly serverId: string;
  readonly cid: string;
  /** `delivery:ID`, `claim:ID` or `code:ID`: the same key never gives a second mail. */
  readonly key: string;
  readonly title: string;
  readonly body: string;
  readonly items: readonly {
    readonly item_id: string;
    readonly name: string;
    readonly count: number;
  }[];
  /** The order that the mail belongs to, for the game's own records; null: a mail of an event or a code. */
  readonly purchase: Purchase | null;
};

export type MailAnswer =
  | { readonly kind: 'sent'; readonly mailId: string }
  | { readonly kind: 'mailbox_full' }
  | { readonly kind: 'maintenance' }
  | { readonly kind: 'rejected'; readonly why: string }
  /** No answer or an invalid one: the mail may have been given; repeat with the same key. */
  | GameSilent;

export type ToldNotice = {
  readonly serverId: string;
  readonly cid: string;
  readonly notice: GameNotice;
};

/** Every answer but a success is a failure: the game is told again. */
export type NoticeAnswer = { readonly kind: 'told' } | GameSilent;

/** A game's address and secrets; `channelid` and `vc` are the project's data (C15). */
export type GameAddress = {
  readonly gameId: string;
  readonly channelid: string;
  readonly vc: string;
};

/** The games behind their circuits (games/guard-games.ts). */
export type GuardedGames = Games & {
  /** Whether mails for this server are sent: all (closed), one as a probe, or none (open). */
  mailState(game: GameAddress, serverId: string): 'closed' | 'probe' | 'open';
};
