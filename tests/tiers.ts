/**
 * Test files by vitest project, the first match wins; all others are unit tests. `npm test` runs
 * unit, database and system; `npm run test:full` runs full and more.
 */
export const TIERS = {
  /**
   * Long runs: kills, full disks, hostile clients, random requests, models, browsers, help texts.
   */
  full: [
    'tests/{chaos,cluster,model,security,commands}/**/*.test.ts',
    '**/{kit,embedded,ending,backup-check,help,start,dev,command-line,inputs,release,deploy}.test.ts',
    'apps/sandbox/src/{pages,restart}.test.ts',
    'tests/bench/costs.test.ts',
    'apps/console/src/features/step/steps.test.ts',
    // Real waits; every id has a faster proof.
    '**/{double-payment,gateway-faults,database-full,reach}.test.ts',
  ],
  /** Like system and database; a faster test proves each of their ids, too. */
  more: [
    'tests/system/events/{rewards,cumulation,card-purchase,card,card-buying,bargain,bargain-races}.test.ts',
    'tests/system/access/{access-mail-code,access-password,access-limits,password-guessing}.test.ts',
    'tests/system/access/{access-image-code,link}.test.ts',
    'tests/system/operation/{key-rotation,replica,rolling-restart,traces-off}.test.ts',
    'tests/system/{disputes/disputes,mall/mall,cart/cart-races,projects/service,orders/order-history}.test.ts',
    'tests/system/{console/order-file,payments/sum-limits}.test.ts',
    'apps/api/src/domain/actions/{approvals,limits,preview,step-up}.test.ts',
    'apps/api/src/domain/actions/{planned-publications,catalogue-acts,event-acts,goods-acts,import-draft,import-pictures,draft-difference}.test.ts',
    'apps/api/src/http/preview/preview.test.ts',
    'apps/api/src/domain/console/queues/*.test.ts',
    'apps/sandbox/src/payermax/cards.test.ts',
    'apps/sandbox/src/webhooks.test.ts',
    'apps/api/src/catalogue-import/mistakes.test.ts',
    'tests/system/payments/late-money.test.ts',
    'apps/api/src/catalogue-import/import-compare.test.ts',
    'apps/api/src/domain/{support/find,found-money/found-money}.test.ts',
    'apps/api/src/{main,operator/catalogue-verbs,platform/db/rights}.test.ts',
    'apps/api/src/catalogue-import/{read-catalogue,read-events,import-prices}.test.ts',
    'apps/api/src/domain/{reconciliation/reconciliation,events/bargain/wheel}.test.ts',
    'apps/api/src/{http/health,platform/db/migrate,platform/db/big-plans}.test.ts',
    'tests/system/{refunds/money-back,orders/first-purchase,calls/hostile-fields,events/activity}.test.ts',
    'tests/system/payments/{method-stops,card-testing,unsubmitted-money,saved-cards}.test.ts',
    'tests/system/payments/{qr,vouchers,merchants,saved-wallet,saved-wallet-outcomes}.test.ts',
    'tests/system/payments/{saved-card-rights,local-answers}.test.ts',
    'tests/system/{refunds/game-notices,support/resolutions}.test.ts',
    'tests/system/{access/log-out-by-operator,operation/pooler,payments/redirect-methods}.test.ts',
  ],
  /** A whole shop in the test's process, a sandbox, or programs as processes. */
  system: [
    'tests/{system,support}/**/*.test.ts',
    '**/{answers,webhooks,describe-draws,erase-character,reconciliation,found-money}.test.ts',
    'apps/sandbox/src/**/*.test.ts',
    'apps/api/src/{games,gateways}/**/{sandbox,documents,mock-response}.test.ts',
    '**/{main,options,known-character}.test.ts',
    '**/{days,access-link,mall-token}.test.ts',
  ],
  /** Tests with a database of their own. */
  database: [
    'apps/api/src/platform/db/*.test.ts',
    'apps/api/src/http/**/{builds,health,install,page-cost,pages,readiness}.test.ts',
    'apps/api/src/domain/{ledger,retention,row-metrics,mail,deliveries,support,audit,operators}/*.test.ts',
    'apps/api/src/domain/actions/*.test.ts',
    'apps/api/src/domain/console/{service,settlement,reconciliation,events}/*.test.ts',
    'apps/api/src/domain/console/{search,list-orders,order-file,player-file,read-plans,steps}.test.ts',
    'apps/api/src/domain/console/overview/overview.test.ts',
    'apps/api/src/catalogue-import/import-*.test.ts',
    '**/{mail-code,send-reminders,price,wheel,purge-links,inbox,ask-sooner,guard-lookups}.test.ts',
    'apps/api/src/jobs/*.test.ts',
    'apps/api/src/build-context.test.ts',
    'apps/api/src/http/console/{calls,changes,permissions,action-calls,tokens}.test.ts',
    '**/{sessions-together,sums,lock-rows,lock-order,shares,kept-tax,due-days,send-reward,limits,settings,resolve,resolve-steps,service-verbs,method-verbs,key-verbs,archive-verbs,catalogue-verbs,operator-verbs}.test.ts',
  ],
} as const;
