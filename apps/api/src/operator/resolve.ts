import { runCommand } from './command-line.ts';
import { readResolve } from './resolve-options.ts';
import { runResolve } from './resolve-verbs.ts';
import { withShopContext } from './shop-database.ts';

/**
 * The operator's decisions (docs/operations.md "Refunds and decisions"):
 *
 *     npm run resolve -- list
 *     npm run resolve -- find ANYTHING [--project CODE]                         a number, a character, or …
 *     npm run resolve -- find LAST_FOUR --amount 4.99 or --day 2026-11-20       … a card
 *     npm run resolve -- show REQUEST or ORDER
 *     npm run resolve -- approve REQUEST [--amount 1.23] [--allow-delivered] [--allow-overpayment] [--because "…"]
 *     npm run resolve -- approve REQUEST --to SERVER/CID [--because "…"]        goods to the right character
 *     npm run resolve -- reject REQUEST --because "…"                           the player reads it
 *     npm run resolve -- refund ORDER [--amount 1.23] [--allow-delivered] [--allow-overpayment] --because "…"
 *     npm run resolve -- refund-again REFUND [--allow-delivered] --because "…"   retries a refund that its gateway refused
 *     npm run resolve -- paid-outside REFUND --reference TEXT [--allow-delivered] [--several-refunds] --because "…"   books a failed refund that our bank paid; sends nothing
 *     npm run resolve -- settle NUMBER or MAIL --because "…"                    closes a quarantined gateway message, or a resend or event mail that the game refused
 *     npm run resolve -- settle MAIL --delivered, --undelivered or --retry --because "…"   a parked mail, whose game never answered
 *     npm run resolve -- adopt NUMBER --to PROJECT/SERVER/CID --product ID[:COUNT],… [--allow-other-sum] --because "…"   money found by reconciliation becomes a paid order
 *     npm run resolve -- pay-back NUMBER [--project PROJECT] --because "…"         money found by reconciliation goes back to its payer
 *     npm run resolve -- confirm-chargeback NUMBER --because "…"                a reversal that only the gateway's own pages show
 *     npm run resolve -- flag PROJECT CID [--server SERVER] --because "…"         no more orders until it is cleared
 *     npm run resolve -- clear-flag PROJECT CID [--server SERVER] --because "…"
 *     npm run resolve -- end-pause PROJECT CID [--server SERVER] --because "…"    lets a player pay again after declines, and enter after wrong passwords
 *     npm run resolve -- log-out PROJECT CID [--server SERVER] --because "…"      ends every session and unopened link
 *
 * Each decision is an entry of the audit log. --by NAME names the person; without it, the machine's user. Money has the
 * limits of finance; --break-glass "REASON" goes beyond them and raises an alert.
 *
 * Also accepted: --even-delivered for --allow-delivered, --even-surplus for --allow-overpayment, believe for
 * confirm-chargeback.
 *
 * Decisions are rows: a running shop acts on them within a second, a stopped one when it starts.
 */
await runCommand(async () => {
  const given = process.argv.slice(2);
  // Refuses wrong arguments before a database starts.
  readResolve(given);
  await withShopContext({ name: 'resolve', connections: 2 }, async (ctx) =>
    console.log(await runResolve(ctx, given)),
  );
});
