/**
 * Which project of vitest runs a test file: the first list with a pattern for it. A file that no list names is a unit test.
 * `npm test` runs unit, database and system; `npm run test:full` runs full.
 */
export const TIERS = {
  /** Long runs: kills, full disks, hostile clients, random requests, models, browsers, every tool's help. */
  full: [
    '**/{crash,full-disk,attack,fuzz,model,model-database,paypal-sdk,kit}.test.ts',
    '**/{embedded,ending,help,start}.test.ts',
    'apps/sandbox/src/{pages,restart}.test.ts',
  ],
  /** A whole shop in the test's process, a sandbox, or programs of ours as processes. */
  system: [
    'apps/api/src/http/store/*.test.ts',
    'tests/system/**/*.test.ts',
    '**/{answers,webhooks,tell-draws,erase-character,reconciliation}.test.ts',
    'apps/sandbox/src/**/*.test.ts',
    'apps/api/src/{games,gateways}/**/{sandbox,documents,mock-response}.test.ts',
    '**/{main,options,known-character,moved-clock}.test.ts',
    '**/{days,access-link,mall-token}.test.ts',
  ],
  /** Rows in a database of the file's own. */
  database: [
    'apps/api/src/platform/db/*.test.ts',
    'apps/api/src/http/**/{health,install,pages}.test.ts',
    'apps/api/src/domain/access/mail-code.test.ts',
    'apps/api/src/domain/{books,retention,watch}/*.test.ts',
    'apps/api/src/domain/deliveries/mail.test.ts',
    'apps/api/src/domain/projects/import-*.test.ts',
    '**/{ring-bells,price,wheel,forget-links,inbox,look-again,guard-lookups}.test.ts',
    '**/{sessions-together,sums,ask-about-failed,refund-again,send-redelivery}.test.ts',
    '**/{send-reward,limits,settings,resolve,service-verbs}.test.ts',
  ],
} as const;
