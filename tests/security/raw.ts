import { connect } from 'node:net';
import type { Target } from './target.ts';

const ANSWER_WITHIN_MS = 20_000;
const QUIET_AFTER_MS = 1_500;

/** Writes raw bytes to the shop's port; reads until the connection closes or is quiet. */
export function sendRaw(
  { environment }: Target,
  bytes: string,
): Promise<{ readonly text: string; readonly statuses: readonly number[] }> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(environment.url).port), '127.0.0.1');
    let text = '';
    let quiet: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(quiet);
      clearTimeout(late);
      socket.destroy();
      const found = text.matchAll(/(?:^|\r\n|[}>])HTTP\/1\.1 (\d{3}) /g);
      resolve({ text, statuses: [...found].map(([, status]) => Number(status)) });
    };
    const late = setTimeout(end, ANSWER_WITHIN_MS);
    socket.on('data', (part) => {
      text += part.toString('latin1');
      clearTimeout(quiet);
      quiet = setTimeout(end, QUIET_AFTER_MS);
    });
    socket.on('close', end);
    socket.on('error', end);
    socket.write(bytes);
  });
}
