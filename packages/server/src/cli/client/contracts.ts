import { basename } from 'node:path';
import type { Trivium } from '../../../../sdk/src/index.ts';
import { type ClientOptions, CommandError, connect, readJson, readText } from './connect.ts';
import { ProgressBar, print } from './print.ts';

/** Mainnets can be slow. */
const CONFIRMATION_TIMEOUT_MS = 1_800_000;

interface DeployOptions extends ClientOptions {
  name?: string;
  network: string;
  args?: string;
}

/** Registers a Solidity file as a contract and deploys it; given the id of a contract, deploys that. */
export async function deploy(given: string, options: DeployOptions): Promise<number> {
  const trivium = connect(options);
  const { network, json } = options;
  const args = argumentsOf(options.args);
  const body = { network, ...(args !== undefined && { constructor_args: args as never }) };
  const id = given.startsWith('ctr_') ? given : await register(trivium, given, options);
  const bar = new ProgressBar(`Deploying to ${network}`, json);
  const deployment = await trivium.contracts
    .deploy(id, body, { timeoutMs: CONFIRMATION_TIMEOUT_MS })
    .catch((error) => {
      if (id !== given) error.message += ` The contract is registered: deploy ${id} instead of the file.`;
      throw error;
    })
    .finally(() => bar.end());
  const failed = deployment.status === 'failed';
  print(
    json,
    { ...deployment, contract_id: id },
    failed
      ? `Failed: ${deployment.error?.reason ?? 'the deployment was not mined'}`
      : `${id} is at ${deployment.address} on ${network}${deployment.simulated ? ' (simulated)' : ''}, block ${deployment.block_number}.`,
  );
  return failed ? 1 : 0;
}

async function register(
  trivium: Trivium,
  file: string,
  { name = basename(file).replace(/\.[^.]+$/, ''), network }: DeployOptions,
): Promise<string> {
  const contract = { name, source_code: readText(file), network };
  try {
    return (await trivium.contracts.create(contract)).id;
  } catch (error) {
    const { details } = error as { details?: { errors?: string[] } };
    // The compiler knows the file under a name of the service.
    if (details?.errors) details.errors = details.errors.map((text) => text.replaceAll('contract.sol', file));
    throw error;
  }
}

interface ExecuteOptions extends ClientOptions {
  args?: string;
  network?: string;
  value?: string;
}

/** Executes a function and waits for its confirmation. */
export async function execute(id: string, name: string, options: ExecuteOptions): Promise<number> {
  const { network, value, json } = options;
  const args = argumentsOf(options.args);
  const bar = new ProgressBar('Waiting for the confirmation', json);
  const execution = {
    function: name,
    ...(args !== undefined && { args: args as never }),
    ...(network !== undefined && { network }),
    ...(value !== undefined && { value }),
  };
  const done = await connect(options)
    .contracts.execute(id, execution, { timeoutMs: CONFIRMATION_TIMEOUT_MS })
    .finally(() => bar.end());
  print(
    json,
    done,
    done.status === 'confirmed'
      ? `${done.execution_id} confirmed in block ${done.block_number}, gas ${done.gas_used}${costOf(done)}.`
      : `${done.execution_id} ${done.status}: ${done.error?.reason ?? 'no reason is known'}`,
  );
  return done.status === 'confirmed' ? 0 : 1;
}

interface Cost {
  cost_eth: number | null;
  cost_usd: number | null;
  price: { asset: string } | null;
}

function costOf({ cost_eth, cost_usd, price }: Cost): string {
  if (cost_eth === null) return '';
  const usd = cost_usd === null ? '' : ` (${cost_usd.toFixed(2)} USD)`;
  return `, cost ${cost_eth} ${price?.asset ?? 'ETH'}${usd}`;
}

function argumentsOf(text: string | undefined): unknown[] | undefined {
  if (text === undefined) return undefined;
  const args = readJson(text, '--args');
  if (!Array.isArray(args))
    throw new CommandError('--args must be a JSON array, such as \'["0x…", "100"]\'.');
  return args;
}
