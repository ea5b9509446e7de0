/** What the shop asks of a game's own gateway (contract §6). Nothing here throws for the outside. */

export type RoleAnswer =
  | { readonly kind: 'found'; readonly name: string; readonly level: number }
  | { readonly kind: 'none' }
  | { readonly kind: 'other_game'; readonly gameId: string }
  | { readonly kind: 'maintenance' }
  | { readonly kind: 'silent'; readonly why: string };

export type Mail = {
  readonly serverId: string;
  readonly cid: string;
  /** `delivery:ID`, `claim:ID` or `code:ID`: the same key gives the same mail. */
  readonly key: string;
  readonly title: string;
  readonly body: string;
  readonly items: readonly {
    readonly item_id: string;
    readonly name: string;
    readonly count: number;
  }[];
};

export type MailAnswer =
  | { readonly kind: 'sent'; readonly mailId: string }
  | { readonly kind: 'mailbox_full' }
  | { readonly kind: 'maintenance' }
  | { readonly kind: 'rejected'; readonly why: string }
  /** No answer or nonsense: the mail may have been given; ask again with the same key. */
  | { readonly kind: 'silent'; readonly why: string };

/** One game's address and secrets; `channelid` and `vc` are the project's data (C15). */
export type GameAddress = {
  readonly gameId: string;
  readonly channelid: string;
  readonly vc: string;
};

export type Games = {
  findRole(game: GameAddress, role: { serverId: string; cid: string }): Promise<RoleAnswer>;
  sendMail(game: GameAddress, mail: Mail): Promise<MailAnswer>;
  close(): Promise<void>;
};

/** The games behind their circuits (games/guard-games.ts). */
export type GuardedGames = Games & {
  /** Whether mails for this server go out: all of them, one to see, none. */
  mailState(game: GameAddress, serverId: string): 'closed' | 'probe' | 'open';
};
