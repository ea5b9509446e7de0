/** Projects of this repository, in seed order. Tests of their goods leave out the projects that a publisher adds. */
export const SHIPPED: readonly string[] = [
  'miniflix',
  'poi_mbo',
  'vp_mbo',
  'cgg',
  'dr2',
  'dr2_mpt',
];
