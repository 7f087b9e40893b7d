import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { ZooEnd } from '../../../src/kit/net/receiver-species.fixture.ts';
import { startReceiverZoo } from '../../../src/kit/net/receiver-zoo.fixture.ts';

/** A receiver of the zoo as plain data. */
export interface ZooResident {
  name: string;
  url: string;
  end: ZooEnd;
}

export interface ZooProcess {
  /** PEM of the certificate authority of the zoo's valid certificates. */
  authority: string;
  residents: ZooResident[];
  close(): Promise<void>;
}

/** Opens a zoo of receivers in a separate process, so that its floods do not slow down the process that measures. */
export async function openZoo(): Promise<ZooProcess> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(child.stdout), 'line');
  return {
    ...JSON.parse(line),
    close: async () => {
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
    },
  };
}

async function keepZoo(): Promise<void> {
  const { authority, animals, close } = await startReceiverZoo();
  const residents = Array.from(animals, ([name, { url, end }]) => ({ name, url, end }));
  process.stdout.write(`${JSON.stringify({ authority: authority.certificate, residents })}\n`);
  // The parent process holds the other end: when it has ended in any way, the zoo closes.
  process.stdin.resume();
  await once(process.stdin, 'close');
  await close();
}

if (import.meta.main) await keepZoo();
