// Who may import whom (ARCHITECTURE.md): arrows go one way. Run by `npm run check`.

const API = '^apps/api/src/';
const STORE = '^apps/storefront/src/';
const TESTS = '\\.test\\.tsx?$|/testing/';

/** A rule: `from` must not import `to`. Tests may reach further than what they test. */
const never = (name, comment, from, to, fromNot = []) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: [TESTS, ...fromNot] },
  to: { path: to },
});

/** The nouns of the shop from the lowest up: each may know those before it, never those after it. */
const NOUNS = [
  'books',
  'catalog',
  'orders',
  'cart',
  'deliveries',
  'mail',
  'events',
  'bargain',
  'cumulation',
  'cards',
  'payments',
  'refunds',
  'cases',
  'inbox',
  'reconciliation',
  'resolutions',
  'mall',
  'access',
  'links',
  'activities',
];

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Two files that import each other are one file, or one of them is two.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolved',
      comment: 'Every import leads somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:|\\.(html|css)\\?' },
    },
    {
      name: 'no-test-code-in-the-product',
      comment: 'What ships does not import what tests it.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: TESTS },
      to: { path: TESTS },
    },

    // Houses.
    never(
      'contract-stands-alone',
      'Both sides import the contract; it imports neither.',
      '^packages/contract/',
      '^(apps|tools|bench|e2e)/',
    ),
    never(
      'sandbox-is-the-outside',
      'The outside world shares no code with the shop but published protocols.',
      '^apps/sandbox/',
      '^(apps/(api|storefront)|packages|tools|bench|e2e)/',
    ),
    never(
      'api-knows-no-page-code',
      'The server loads the built renderer, never the sources.',
      API,
      '^apps/(storefront/src|sandbox)/|^(tools|bench|e2e)/',
    ),
    never(
      'storefront-knows-no-server-code',
      'Browsers get nothing of the server.',
      '^apps/storefront/',
      '^apps/(api|sandbox)/|^(tools|bench|e2e)/',
    ),

    // The server: http, jobs → domain → db, ports.
    never(
      'domain-knows-no-transport',
      'An operation does not know who asked.',
      `${API}domain/`,
      `${API}(http|jobs)/`,
    ),
    never(
      'domain-reaches-gateways-by-ports',
      'Operations know a gateway by gateways/port.ts and games/port.ts only.',
      `${API}(domain|http)/`,
      `${API}(gateways/.+/|games/gateway)`,
    ),
    never(
      'db-is-the-ground',
      'The database layer knows no noun of the shop.',
      `${API}db/`,
      `${API}(domain|http|jobs|psp|games)/`,
    ),
    never(
      'a-gateway-knows-no-orders',
      'A gateway signs, verifies, talks and translates.',
      `${API}(psp|games)/`,
      `${API}(domain|http|jobs|db)/`,
    ),
    never(
      'payermax-and-paypal-are-strangers',
      'A new gateway is one new folder.',
      `${API}psp/payermax/`,
      `${API}psp/paypal/`,
    ),
    never(
      'paypal-and-payermax-are-strangers',
      'A new gateway is one new folder.',
      `${API}psp/paypal/`,
      `${API}psp/payermax/`,
    ),
    ...NOUNS.slice(0, -1).map((noun, index) =>
      never(
        `${noun}-never-looks-up`,
        `Inside domain: ${NOUNS.toReversed().join(' → ')}, never back.`,
        `${API}domain/${noun}/`,
        `${API}domain/(${NOUNS.slice(index + 1).join('|')})/`,
      ),
    ),

    // The storefront: routes → screens → features → ui, api → contract.
    never(
      'ui-knows-no-shop',
      'ui is buttons and popups, without knowledge of the shop.',
      `${STORE}ui/`,
      `${STORE}(api|features|screens|shell|routes)`,
    ),
    never(
      'api-knows-no-screens',
      'Calls know no components.',
      `${STORE}api/`,
      `${STORE}(ui|features|screens|shell|routes)`,
    ),
    never(
      'features-know-no-screens',
      'What several screens share knows none of them.',
      `${STORE}features/`,
      `${STORE}(screens|routes)`,
    ),
    never(
      'screens-know-no-routes',
      'Addresses are written by paths.ts.',
      `${STORE}screens/`,
      `${STORE}routes\\.`,
    ),
    {
      name: 'screens-are-strangers',
      comment: 'What two screens share is a feature.',
      severity: 'error',
      from: { path: `${STORE}screens/([^/]+)/`, pathNot: TESTS },
      to: { path: `${STORE}screens/`, pathNot: `${STORE}screens/$1/` },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules|apps/sandbox/src/browser)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
