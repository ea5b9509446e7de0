import { parentPort, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import { drawSheet } from '../../../apps/api/src/domain/access/image/draw.ts';
import { plainSheet } from '../plain.ts';
import { measureReader } from './measure.ts';
import { cellReader, wholeReader, windowReader } from './readers.ts';

/** Runs in a worker thread: trains and examines one network, and answers with what it learnt. */
const { task, minutes, codes } = v.parse(
  v.object({
    task: v.picklist(['cells', 'windows', 'whole', 'plain']),
    minutes: v.number(),
    codes: v.array(v.string()),
  }),
  workerData,
);

const newReader = {
  cells: cellReader,
  windows: windowReader,
  whole: wholeReader,
  plain: cellReader,
};
const draw = task === 'plain' ? plainSheet : (code: string) => drawSheet(code, Math.random);
parentPort?.postMessage(measureReader(newReader[task](Math.random), draw, minutes, codes), []);
