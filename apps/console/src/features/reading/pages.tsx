import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Button } from '../../ui/Button/Button.tsx';

/** Pages of a list whose place stands in the address. */
export function usePages(): {
  /** The place for the call; empty on the first page. */
  readonly place: { readonly after?: string };
  /** Buttons below the list; undefined: it has one page. */
  readonly buttons: (next: string | null) => ReactNode | undefined;
} {
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const after = params.get('after');
  const further = (cursor: string): void =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      next.set('after', cursor);
      return next;
    });
  return {
    place: after === null ? {} : { after },
    buttons: (next) =>
      after === null && next === null ? undefined : (
        <>
          <span className="grow" />
          {after !== null && (
            <Button size="small" onClick={() => void navigate(-1)}>
              Page before
            </Button>
          )}
          {next !== null && (
            <Button size="small" onClick={() => further(next)}>
              Next page
            </Button>
          )}
        </>
      ),
  };
}
