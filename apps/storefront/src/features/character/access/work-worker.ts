import { searchWork, type ImageWork } from '@webpay/contract/image-work';

/** Runs in a worker: answers each picture's work with its solution. */
addEventListener('message', ({ data }: MessageEvent<ImageWork>) => {
  const search = searchWork(data);
  let found: string | null = null;
  while (found === null) found = search(10_000);
  postMessage(found);
});
