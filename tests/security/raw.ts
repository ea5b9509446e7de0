import { connect } from 'node:net';

const ANSWER_WITHIN_MS = 20_000;
const QUIET_AFTER_MS = 1_500;

/**
 * Writes bytes to the shop as they are and answers all it says, until it closes the connection or is quiet: what a
 * client library would never send.
 */
export function sendRaw(baseUrl: string, bytes: string | Buffer): Promise<string> {
  const { port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1');
    let said = '';
    let quiet: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(quiet);
      clearTimeout(late);
      socket.destroy();
      resolve(said);
    };
    const late = setTimeout(end, ANSWER_WITHIN_MS);
    socket.on('data', (part) => {
      said += part.toString('latin1');
      clearTimeout(quiet);
      quiet = setTimeout(end, QUIET_AFTER_MS);
    });
    socket.on('close', end);
    socket.on('error', end);
    socket.write(bytes);
  });
}

/** The status of each answer in what a connection said. */
export function statusesOf(said: string): number[] {
  return [...said.matchAll(/(?:^|\r\n|[}>])HTTP\/1\.1 (\d{3}) /g)].map(([, status]) =>
    Number(status),
  );
}
