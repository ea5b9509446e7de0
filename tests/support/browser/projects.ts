/** Facts of a project that the catalogue promises. */
export type Project = Readonly<
  Record<'code' | 'name' | 'gameId' | 'region' | 'prId' | 'server' | 'serverId', string>
> & {
  /** The cheapest top-up, first in the goods list. */
  readonly topUp: string;
  /** The country of the price. */
  readonly country: string;
  readonly price: string;
};

export const MINIFLIX: Project = {
  code: 'miniflix',
  name: 'Miniflix',
  gameId: '20',
  region: 'Americas',
  prId: 'am',
  server: 'S01 Sunset Lot',
  serverId: '101',
  topUp: '60 Gems',
  country: 'US',
  price: '$0.99',
};

export const PEARL_ISLES: Project = {
  code: 'poi_mbo',
  name: 'Pearl Isles',
  gameId: '10',
  region: 'Windward Sea',
  prId: 'wind',
  server: 'S01 Gull Rock',
  serverId: 's01',
  topUp: '100 Doubloons',
  country: 'US',
  price: '$0.99',
};

export const PROJECTS: readonly Project[] = [
  MINIFLIX,
  PEARL_ISLES,
  {
    code: 'vp_mbo',
    name: 'Vanguard Protocol',
    gameId: '13',
    region: 'Alpha Front',
    prId: 'alpha',
    server: 'Sector 01 Bastion',
    serverId: '1001',
    topUp: '70 Cores',
    country: 'US',
    price: '$1.19',
  },
  {
    code: 'cgg',
    name: 'Crystal Garden',
    gameId: '22',
    region: 'Spring Glade',
    prId: 'spring',
    server: 'S01 Primrose',
    serverId: 'g01',
    topUp: '66 Starlights',
    country: 'US',
    price: '$0.99',
  },
  {
    code: 'dr2',
    name: 'Dragon Realm II',
    gameId: '31',
    region: 'Northern Marches',
    prId: 'north',
    server: 'S11 Frostgate',
    serverId: '11',
    topUp: '200 Rubies',
    country: 'DE',
    price: '€1.99',
  },
  {
    code: 'dr2_mpt',
    name: 'Dragon Realm II Jade',
    gameId: '32',
    region: 'River Provinces',
    prId: 'river',
    server: 'M01 Willow Ford',
    serverId: 'm01',
    topUp: '60 Jade',
    country: 'TW',
    price: 'NT$30',
  },
];

export function projectOf(code: string): Project {
  const found = PROJECTS.find((each) => each.code === code);
  if (!found) throw new Error(`no project ${code}`);
  return found;
}
