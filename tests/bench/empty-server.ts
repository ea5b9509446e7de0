import { createServer } from 'node:http';
import { listenForBench, settingsFromBench } from './helper-process.ts';

/** Answers nothing to everything: the price of an HTTP exchange alone. */
await settingsFromBench();
await listenForBench(
  createServer((request, response) => {
    request.resume();
    request.once('end', () => response.writeHead(200, { 'content-length': '0' }).end());
  }),
);
