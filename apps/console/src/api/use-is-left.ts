import { useIdle } from '@mantine/hooks';
import { createContext, use } from 'react';

const LEFT_AFTER_MS = 600_000;

/** One clock for the whole page, so that all of it pauses together. */
export const IsLeft = createContext(false);

export const useIdlePage = (): boolean => useIdle(LEFT_AFTER_MS, { initialState: false });

/** True after ten minutes without a press: pages stop asking then, so that an abandoned session ends. */
export const useIsLeft = (): boolean => use(IsLeft);
