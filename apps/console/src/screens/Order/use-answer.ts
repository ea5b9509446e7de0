import { useQuery } from '@tanstack/react-query';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Language } from '@webpay/contract/languages';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';

const SHOWN_MS = 2000;

export type Answer = {
  readonly lang: Language | undefined;
  readonly setLang: (lang: Language) => void;
  /** Null: not read yet. */
  readonly text: string | null;
  readonly error: Error | null;
  readonly again: () => void;
  readonly copy: () => Promise<void>;
  readonly result: 'copied' | 'refused' | null;
};

/** The answer for the player. It is read with the order, so that copying needs no wait. */
export function useAnswer(id: string, ownLang: string | undefined): Answer {
  const [lang, setLang] = useState<Language>();
  const [result, setResult] = useState<Answer['result']>(null);
  const query = useQuery<ConsoleResult<'orderAnswer'>>({
    queryKey: ['orderAnswer', { id, lang }],
    queryFn: ({ signal }) =>
      call('orderAnswer', lang === undefined ? { id } : { id, lang }, { signal }),
    enabled: ownLang !== undefined,
    staleTime: 0,
  });
  useEffect(() => {
    if (result === null) return undefined;
    const timer = window.setTimeout(() => setResult(null), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [result]);
  const { data } = query;
  return {
    lang: lang ?? data?.lang,
    setLang,
    text: data?.text ?? null,
    error: query.error,
    again: () => void query.refetch(),
    copy: async () => {
      try {
        const text = data?.text ?? (await query.refetch({ throwOnError: true })).data?.text;
        if (text === undefined) return;
        await navigator.clipboard.writeText(text);
        setResult('copied');
      } catch {
        setResult('refused');
      }
    },
    result,
  };
}
