import { parentPort, workerData } from 'node:worker_threads';
import { decodeText } from '../files/classify-file.ts';
import { type FlowPart, runFlowPart } from './flow-part.ts';

const { part, stop } = workerData as { part: FlowPart; stop: Int32Array };

const result = await runFlowPart(
  part,
  () => Atomics.load(stop, 0) === 1,
  (path) => {
    const bytes = part.texts?.get(path);
    return bytes === undefined ? null : decodeText(new Uint8Array(bytes));
  },
);
parentPort!.postMessage(result);
