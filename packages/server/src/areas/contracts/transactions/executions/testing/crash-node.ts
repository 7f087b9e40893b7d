import { flushCompileCache } from 'node:module';
import { required } from '../../../../../kit/required.ts';
import { startContractsNode } from './contracts-fixture.ts';

// A node that runs executions until it is killed: `node crash-node.ts <JSON>`. Prints a line for each
// response, as a client would have received it.
interface CrashOrder {
  connection: never;
  dataDir: string;
  masterKey: string;
  orgId: string;
  contractId: string;
  from: number;
  to: number;
}

// Nodes started after this one was killed start faster.
flushCompileCache();

const told = JSON.parse(required(process.argv[2], 'process.argv[2]')) as CrashOrder;
const node = await startContractsNode({ ...told, masterKey: Buffer.from(told.masterKey, 'hex') });
const keyOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;
const CLIENTS = 16;

async function mark(number: number): Promise<string> {
  try {
    const request = {
      orgId: told.orgId,
      environment: 'production',
      keyId: null,
      contractId: told.contractId,
      function: 'mark',
      args: [keyOf(number)],
      idempotencyKey: `number ${number}`,
    };
    return (await node.executeContract(request)).transactionHash;
  } catch (error) {
    // A client retries what was not accepted.
    if ((error as { code?: string }).code !== 'network_unavailable') throw error;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return mark(number);
  }
}

let next = told.from;
await Promise.all(
  Array.from({ length: CLIENTS }, async () => {
    while (next < told.to) {
      const number = next++;
      process.stdout.write(`${number} ${await mark(number)}\n`);
    }
  }),
);
process.stdout.write('done\n');
setInterval(() => {}, 60_000);
