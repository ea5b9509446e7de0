import { useSearchParams } from 'react-router';

/** The open row of a queue, in the address: `?open=`. */
export function useOpen() {
  const [params, setParams] = useSearchParams();
  return {
    id: params.get('open'),
    set: (id: string | null): void =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (id === null) next.delete('open');
          else next.set('open', id);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    /** Address of a row, for its link. */
    addressOf: (id: string): string => {
      const next = new URLSearchParams(params);
      next.set('open', id);
      return `?${next}`;
    },
  };
}
