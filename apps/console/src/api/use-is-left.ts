import { useIdle } from '@mantine/hooks';

const LEFT_AFTER_MS = 600_000;

/** True after ten minutes without a press: pages stop asking then, so that an abandoned session ends. */
export const useIsLeft = (): boolean => useIdle(LEFT_AFTER_MS, { initialState: false });
