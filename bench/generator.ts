// The load generator, in a separate process that bench/run.ts controls.
import net from 'node:net';
import { required } from '../packages/server/src/kit/required.ts';
import { serveCommands } from './harness/serve-commands.ts';
import { LoadDriver, type LoadOptions } from './load/load-driver.ts';

export interface StartLoad extends LoadOptions {
  /** The port on which the sink reports how many deliveries it has; for `maxUndelivered`. */
  sinkCountPort?: number | undefined;
  /** Deliveries per event. */
  fanOut?: number | undefined;
}

let driver: LoadDriver | undefined;
let counts: net.Socket | undefined;

/** The sink writes its current count, 8 bytes each time; only the last one matters. */
function followCounts(port: number, onCount: (count: number) => void): Promise<void> {
  let rest = Buffer.alloc(0);
  counts = net.connect({ port, host: '127.0.0.1', noDelay: true });
  counts.on('error', () => {});
  counts.on('data', (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 8);
    if (whole > 0) onCount(bytes.readDoubleLE(whole - 8));
    rest = bytes.subarray(whole);
  });
  return new Promise((resolve, reject) => {
    required(counts, 'counts').once('connect', resolve);
    required(counts, 'counts').once('error', reject);
  });
}

const commands = {
  async start({ sinkCountPort, fanOut = 1, ...options }: StartLoad) {
    const started = new LoadDriver(options);
    driver = started;
    if (sinkCountPort !== undefined) {
      await followCounts(sinkCountPort, (count) => started.delivered(Math.floor(count / fanOut)));
    }
    await started.start();
  },
  mark: () => required(driver, 'driver').mark(),
  async stop() {
    const result = await required(driver, 'driver').stop();
    counts?.destroy();
    counts = undefined;
    return result;
  },
};

export type GeneratorCommands = typeof commands;
serveCommands(commands);
