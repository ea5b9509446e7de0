import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../context.ts';
import { textIn } from '../projects/texts.ts';

/** Names as operators read them: in English, by today's catalogue. */
const LANG = 'en';
type Catalogue = Pick<Ctx, 'catalogue'>;
type Character = ConsoleResult<'order'>['character'];

/** A project that left the catalogue keeps its code as its name. */
export function projectName({ catalogue }: Catalogue, code: string): Character['project'] {
  const project = catalogue.project(code);
  return { code, name: project === null ? code : textIn(project.name, LANG, project.lang_default) };
}

/** A text of a project, such as the name of a good as it was sold. */
export function inEnglish({ catalogue }: Catalogue, project: string, texts: Texts): string {
  return textIn(texts, LANG, catalogue.project(project)?.lang_default ?? LANG);
}
type Texts = Parameters<typeof textIn>[0];

export function characterOf(
  ctx: Catalogue,
  row: {
    readonly player_id: number;
    readonly project: string;
    readonly server_id: string;
    /** As its player saw it. */
    readonly server_name: string;
    readonly cid: string;
    readonly name: string;
  },
): Character {
  const { project, server_id: serverId, server_name: serverName, cid, name } = row;
  const server = ctx.catalogue.project(project)?.servers.get(serverId);
  return {
    player_id: String(row.player_id),
    project: projectName(ctx, project),
    server_id: serverId,
    server_name: server === undefined ? serverName : inEnglish(ctx, project, server.name),
    cid,
    name,
  };
}

/** "Visa" of a card, else the channel's name, else its id. */
export function methodName(
  ctx: Catalogue,
  { project, pay_id: payId, card_brand: brand }: MethodRow,
): string {
  if (brand !== null) return brand.length > 4 || brand === 'VISA' ? capitalised(brand) : brand;
  const channel = ctx.catalogue.project(project)?.channels.find((each) => each.pay_id === payId);
  return channel === undefined ? payId : inEnglish(ctx, project, channel.data.name);
}
type MethodRow = {
  readonly project: string;
  readonly pay_id: string;
  /** As its gateway writes it, such as MASTERCARD or JCB. */
  readonly card_brand: string | null;
};

function capitalised(brand: string): string {
  return brand.charAt(0).toUpperCase() + brand.slice(1).toLowerCase();
}
