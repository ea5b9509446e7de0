// Who may import whom (ARCHITECTURE.md): arrows go one way. Run by `npm run check`.

const API = '^apps/api/src/';
const STORE = '^apps/storefront/src/';
const CONSOLE = '^apps/console/src/';
const TESTS = '\\.test\\.tsx?$|/testing/|^tests/';

/** A rule: `from` must not import `to`. Tests may reach further than what they test. */
const never = (name, comment, from, to, fromNot = []) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: [TESTS, ...fromNot] },
  to: { path: to },
});

const { existsSync, readdirSync } = require('node:fs');
const path = require('node:path');
const { floors, domain } = require('./apps/api/floors.json');

const DOMAIN = path.join(__dirname, 'apps/api/src/domain');
const found = readdirSync(DOMAIN, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const unlisted = found.filter((name) => !domain.includes(name));
const gone = domain.filter((name) => !existsSync(path.join(DOMAIN, name)));
if (unlisted.length > 0 || gone.length > 0) {
  throw new Error(
    `apps/api/floors.json must list every folder of domain: missing ${unlisted.join(', ') || 'none'}, gone ${gone.join(', ') || 'none'}.`,
  );
}

/** A folder of domain without the folders inside it that have a floor of their own. */
const only = (name) => {
  const inner = domain
    .filter((each) => each.startsWith(`${name}/`))
    .map((each) => each.slice(name.length + 1));
  return inner.length === 0
    ? `${API}domain/${name}/`
    : `${API}domain/${name}/(?!(${inner.join('|')})/)`;
};

/** One rule for each floor but the highest: it imports no floor above it. */
const upwards = (names, pathOf, says) =>
  names.slice(0, -1).map((name, index) =>
    never(
      `${name.replace('/', '-')}-imports-no-higher-floor`,
      says,
      pathOf(name),
      `(${names
        .slice(index + 1)
        .map(pathOf)
        .join('|')})`,
    ),
  );

/** The storefront's features from the lowest up: each may import those before it. */
const FEATURES = [
  'account',
  'goods',
  'orders',
  'support',
  'analytics',
  'frame',
  'character',
  'cart',
  'celebration',
  'events',
  'checkout',
  'goods-list',
  'buy-sheet',
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

    // Apps.
    never(
      'contract-stands-alone',
      'Both sides import the contract; it imports neither.',
      '^packages/contract/',
      '^(apps|tools|tests)/',
    ),
    never(
      'sandbox-is-the-outside',
      'The outside world shares no code with the shop but published protocols.',
      '^apps/sandbox/',
      '^(apps/(api|storefront|console)|packages|tools|tests)/',
    ),
    never(
      'api-knows-no-page-code',
      'The server loads the built renderer, never the sources.',
      API,
      '^apps/(storefront/src|console|sandbox)/|^(tools|tests)/',
    ),
    never(
      'storefront-knows-no-server-code',
      'Browsers get nothing of the server.',
      '^apps/storefront/',
      '^apps/(api|console|sandbox)/|^(tools|tests)/',
    ),
    never(
      'console-knows-the-contract-only',
      'The console is an app of its own: it imports the contract and nothing else.',
      '^apps/console/',
      '^apps/(api|storefront|sandbox)/|^(tools|tests)/',
    ),

    // The server.
    never(
      'domain-reaches-gateways-by-ports',
      'Operations know a gateway by gateways/port.ts and games/port.ts only.',
      `${API}(domain|http|jobs|operator)/`,
      `${API}(gateways/.+/|games/http-game)`,
    ),
    {
      name: 'callers-use-operations',
      comment:
        'http and operator call operations of domain, never its SQL. Types of rows are free.',
      severity: 'error',
      from: { path: `${API}(http|operator)/`, pathNot: TESTS },
      to: {
        path: `${API}domain/.*queries\\.ts`,
        dependencyTypesNot: ['type-only'],
      },
    },
    never(
      'a-gateway-knows-no-orders',
      'A gateway signs, verifies, talks and translates.',
      `${API}(gateways|games)/`,
      `${API}platform/db/`,
    ),
    never(
      'payermax-and-paypal-are-strangers',
      'A new gateway is one new folder.',
      `${API}gateways/payermax/`,
      `${API}gateways/paypal/`,
    ),
    never(
      'paypal-and-payermax-are-strangers',
      'A new gateway is one new folder.',
      `${API}gateways/paypal/`,
      `${API}gateways/payermax/`,
    ),
    ...upwards(domain, only, 'Folders of domain stand in the order of apps/api/floors.json.'),
    ...upwards(
      floors,
      (name) => `${API}${name}/`,
      'Folders of the API stand in the order of apps/api/floors.json.',
    ),

    // The storefront: app → screens → features → ui, api → router, browser, i18n → contract.
    never(
      'ground-knows-no-components',
      'Router, browser and texts import nothing above them.',
      `${STORE}(router|browser|i18n)/`,
      `${STORE}(ui|api|features|screens|app)/`,
    ),
    never(
      'ui-knows-no-shop',
      'Components of ui have no knowledge of the shop.',
      `${STORE}ui/`,
      `${STORE}(api|features|screens|app)/`,
    ),
    never(
      'api-knows-no-screens',
      'Calls know no components.',
      `${STORE}api/`,
      `${STORE}(ui|features|screens|app)/`,
    ),
    never(
      'features-know-no-screens',
      'Code shared by several screens imports none of them.',
      `${STORE}features/`,
      `${STORE}(screens|app)/`,
    ),
    never(
      'screens-know-no-routes',
      'Addresses are written by router/paths.ts.',
      `${STORE}screens/`,
      `${STORE}app/`,
    ),
    ...FEATURES.slice(0, -1).map((feature, index) =>
      never(
        `feature-${feature}-imports-lower-features`,
        `Inside features: ${FEATURES.toReversed().join(' → ')}.`,
        `${STORE}features/${feature}/`,
        `${STORE}features/(${FEATURES.slice(index + 1).join('|')})/`,
      ),
    ),
    never(
      'every-feature-is-listed',
      'FEATURES names every folder of features.',
      `${STORE}features/(?!(${FEATURES.join('|')})/)`,
      '.',
    ),
    {
      name: 'screens-are-strangers',
      comment: 'What two screens share is a feature.',
      severity: 'error',
      from: { path: `${STORE}screens/([^/.]+)`, pathNot: TESTS },
      to: { path: `${STORE}screens/`, pathNot: `${STORE}screens/$1[/.]` },
    },

    // The console: app → shell, screens → features → sign-in → ui, api → router, theme → contract.
    never(
      'console-ui-knows-no-console',
      'Parts of ui have no knowledge of calls and screens.',
      `${CONSOLE}(ui|theme)/`,
      `${CONSOLE}(api|router|features|sign-in|shell|screens|app)/`,
    ),
    never(
      'console-api-knows-no-components',
      'Calls know no components.',
      `${CONSOLE}(api|router)/`,
      `${CONSOLE}(ui|features|sign-in|shell|screens|app)/`,
    ),
    never(
      'console-sign-in-knows-no-console',
      'Sign-in loads before everything else and stays small.',
      `${CONSOLE}sign-in/`,
      `${CONSOLE}(router|features|shell|screens|app)/`,
    ),
    never(
      'console-features-know-no-screens',
      'A part that screens share knows none of them.',
      `${CONSOLE}features/`,
      `${CONSOLE}(sign-in|shell|screens|app)/`,
    ),
    never(
      'console-shell-knows-no-screens',
      'The frame is the same for every screen.',
      `${CONSOLE}shell/`,
      `${CONSOLE}(screens|app)/`,
    ),
    never(
      'console-screens-know-no-frame',
      'Screens render into the shell and know neither it nor the routes.',
      `${CONSOLE}screens/`,
      `${CONSOLE}(shell|app)/`,
    ),
    {
      name: 'console-screens-are-strangers',
      comment: 'A part that two screens share is in features, or in ui.',
      severity: 'error',
      from: { path: `${CONSOLE}screens/([^/.]+)`, pathNot: TESTS },
      to: { path: `${CONSOLE}screens/`, pathNot: `${CONSOLE}screens/$1[/.]` },
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
