import { searchWork, type ImageWork } from '@webpay/contract/image-work';
import { trustScript } from '../../../browser/trusted-scripts.ts';
// Vite makes the default export.
// eslint-disable-next-line import/default
import workerAddress from './work-worker.ts?worker&url';

/** Hashes between two pauses, about 10 ms of a cheap phone: typing stays smooth. */
const SLICE = 500;

/**
 * Solves a picture's work in a worker, or in slices on this thread where workers are blocked.
 * @throws the signal's reason when it ends the search
 */
export async function solveWork(work: ImageWork, signal: AbortSignal): Promise<string> {
  const found = await solveInWorker(work, signal);
  return found ?? solveInSlices(work, signal);
}

/** Resolves with null where workers are blocked by the page's policy, a web view or an extension. */
function solveInWorker(work: ImageWork, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    let worker: Worker;
    try {
      trustScript(workerAddress);
      worker = new Worker(workerAddress);
    } catch {
      resolve(null);
      return;
    }
    const end = (settle: () => void) => {
      worker.terminate();
      settle();
    };
    signal.addEventListener('abort', () => end(() => reject(reasonOf(signal))));
    worker.addEventListener('error', () => end(() => resolve(null)));
    worker.addEventListener('message', ({ data }: MessageEvent<string>) =>
      end(() => resolve(data)),
    );
    worker.postMessage(work, []);
  });
}

async function solveInSlices(work: ImageWork, signal: AbortSignal): Promise<string> {
  const search = searchWork(work);
  for (;;) {
    signal.throwIfAborted();
    const found = search(SLICE);
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('the picture is gone');
}
