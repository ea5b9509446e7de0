import type { BrowserContext } from '@playwright/test';

export type Violation = {
  readonly disposition: string;
  readonly directive: string;
  readonly blocked: string;
  readonly source: string;
};

/**
 * Hears what any page of the context violates of its policies, enforced or only told. What scripts of
 * another origin do to a policy that is only told is theirs.
 */
export async function listenForViolations(context: BrowserContext): Promise<readonly Violation[]> {
  const heard: Violation[] = [];
  await context.exposeBinding('tellViolation', (_from, violation: Violation) => {
    heard.push(violation);
  });
  await context.addInitScript(() => {
    const { tellViolation } = globalThis as unknown as {
      tellViolation: (violation: Violation) => Promise<void>;
    };
    document.addEventListener('securitypolicyviolation', (event) => {
      const isOurs = event.sourceFile === '' || event.sourceFile.startsWith(location.origin);
      if (event.disposition === 'report' && !isOurs) return;
      void tellViolation({
        disposition: event.disposition,
        directive: event.effectiveDirective,
        blocked: event.blockedURI,
        source: event.sourceFile,
      });
    });
  });
  return heard;
}
