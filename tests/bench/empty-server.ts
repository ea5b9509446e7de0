import { createServer } from 'node:http';
import { listenForBench, settingsFromBench } from './helper-process.ts';

/** Answers every request with nothing: the cost of an HTTP exchange. */
await settingsFromBench();
await listenForBench(
  createServer((request, response) => {
    request.resume();
    request.once('end', () => response.writeHead(200, { 'content-length': '0' }).end());
  }),
);
