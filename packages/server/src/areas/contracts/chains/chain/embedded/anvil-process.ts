import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import {
  findProcesses,
  type LastWill,
  leaveLastWill,
  sendSignal,
  waitUntil,
} from '../../../../../kit/processes/index.ts';
import { required } from '../../../../../kit/required.ts';
import { JsonRpc } from '../json-rpc.ts';

export interface AnvilOptions {
  binary: string;
  /** For its log and the file that describes its process. */
  folder: string;
  chainId: number;
  blockGasLimit: number;
}

/** A running anvil, started by this process or by an earlier one that was killed. */
export interface Anvil {
  pid: number;
  rpcUrl: string;
  /** It was already running with every mined transaction: nothing has to be sent again. */
  isWhole: boolean;
  /** Blocks since its start. */
  mined: number;
  /** Stops it when this process is killed. */
  will: LastWill;
  /** Set when it is a child of this process. */
  child?: ChildProcess;
}

interface Note {
  pid: number;
  port: number;
  /** The hash of block 0, which is unique to this chain: its timestamp is that of the first start. */
  genesis: string;
  /** Every transaction mined before its start was mined on it again. */
  isWhole: boolean;
  /** Its newest block at start. Missing for an earlier version, which mined by itself. */
  firstBlock?: number;
}

/** The number of newest blocks whose states it keeps in memory. */
const KEPT_STATES = 32;
const START_TIMEOUT_MS = 10_000;
/** For a running process: it is slow on a busy machine, but its state is newer than any snapshot. */
const ADOPT_TIMEOUT_MS = 10_000;
const POLL_MS = 15;
const STOP_TIMEOUT_MS = 3_000;
const END_LEFT = new URL('./end-left-anvil.ts', import.meta.url);

/** The chain that an earlier process left running; undefined if there is none. */
export async function adoptAnvil(options: AnvilOptions): Promise<Anvil | undefined> {
  const note = await readNote(options.folder);
  if (note?.firstBlock === undefined || !isRunning(note.pid)) return undefined;
  const will = await leaveLastWill(END_LEFT, options.folder);
  const rpcUrl = `http://127.0.0.1:${note.port}`;
  const identity = await identify(rpcUrl, ADOPT_TIMEOUT_MS);
  if (identity?.chainId !== options.chainId || identity.genesis !== note.genesis) {
    will.revoke();
    return undefined;
  }
  return { pid: note.pid, rpcUrl, isWhole: note.isWhole, mined: identity.newest - note.firstBlock, will };
}

/** Records that a chain has every earlier transaction again. */
export async function noteWhole(folder: string): Promise<void> {
  const note = await readNote(folder);
  if (note !== undefined) await writeNote(folder, { ...note, isWhole: true });
}

/**
 * Ends every running anvil of these folders: one that an earlier process had not recorded when it was killed,
 * one that does not answer, one that is not used any more. Nothing else would ever end them.
 */
export async function endLeftAnvils(folders: readonly string[]): Promise<void> {
  const marks = folders.map((folder) => ` ${marker(folder).join(' ')} `);
  const isLeft = (commandLine: string) => marks.some((mark) => `${commandLine} `.includes(mark));
  await waitUntil(async () => {
    const pids = await findProcesses(isLeft);
    for (const pid of pids) sendSignal(pid, 'SIGKILL');
    return pids.length === 0;
  }, STOP_TIMEOUT_MS);
}

/** The RPC URL that an earlier process recorded in a folder; undefined if none. */
export async function readLeftRpcUrl(folder: string): Promise<string | undefined> {
  const note = await readNote(folder);
  return note && `http://127.0.0.1:${note.port}`;
}

/** Starts anvil on a loopback port, preferably the wanted one; throws when it does not come up. */
export async function startAnvil(
  options: AnvilOptions,
  statePath: string | undefined,
  wantedPort: number,
): Promise<Anvil> {
  await openPrivateFolder(options.folder);
  const port = await findFreePort(wantedPort).catch(() => findFreePort(0));
  const bornAt = await readBirth(options.folder);
  const will = await leaveLastWill(END_LEFT, options.folder);
  const log = await open(join(options.folder, 'anvil.log'), 'w', 0o600);
  await log.chmod(0o600);
  // A separate process group: an interrupt in the terminal is handled by the service, which takes a snapshot
  // first.
  const child = spawn(options.binary, argumentsOf(options, port, bornAt, statePath), {
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
  });
  child.unref();
  await log.close();
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`anvil ended at its start (${signal ?? code})`)));
  });
  failed.catch(() => {});
  const rpcUrl = `http://127.0.0.1:${port}`;
  try {
    const { genesis, newest: firstBlock } = await Promise.race([untilUp(rpcUrl, options.chainId), failed]);
    await setTime(rpcUrl);
    const pid = required(child.pid, 'the process id of anvil');
    await writeNote(options.folder, { pid, port, genesis, isWhole: false, firstBlock });
    return { pid, rpcUrl, isWhole: false, mined: 0, will, child };
  } catch (error) {
    child.kill('SIGKILL');
    will.revoke();
    throw error;
  }
}

/** Makes the folder of a chain and its parents private, even if an earlier version created them. */
async function openPrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const one of [folder, dirname(folder)]) await chmod(one, 0o700);
  // States of blocks that an earlier version wrote there.
  await rm(join(folder, 'cache'), { recursive: true, force: true });
}

export async function stopAnvil(anvil: Anvil, folder: string): Promise<void> {
  sendSignal(anvil.pid, 'SIGTERM');
  const endsAt = performance.now() + STOP_TIMEOUT_MS;
  while (isRunning(anvil.pid) && performance.now() < endsAt) await sleep(POLL_MS);
  if (isRunning(anvil.pid)) sendSignal(anvil.pid, 'SIGKILL');
  anvil.will.revoke();
  await rm(join(folder, 'process.json'), { force: true });
}

function argumentsOf(
  options: AnvilOptions,
  port: number,
  bornAt: number,
  statePath: string | undefined,
): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(options.chainId)],
    // Block 0 is created again at each start: with the same timestamp it has the same hash.
    ...['--timestamp', String(bornAt)],
    // No automine: it collapses under a burst. For why not anvil's own interval, see `BlockClock`.
    ...['--no-mining', '--order', 'fifo'],
    ...['--gas-limit', String(options.blockGasLimit), '--accounts', '0'],
    // Starting at 1 gwei, full blocks would raise the base fee tenfold in seconds; only the tip remains.
    ...['--block-base-fee-per-gas', '0'],
    // Otherwise it writes the whole state of every block to its cache, for ever. Some states are kept in
    // memory, because a reader of the newest block may be overtaken by the next one.
    ...['--prune-history', String(KEPT_STATES)],
    ...marker(options.folder),
    ...['--no-cors', '--no-request-size-limit', '--quiet'],
    ...(statePath === undefined ? [] : ['--load-state', statePath]),
  ];
}

/** The Unix time in seconds at which the chain of a folder was first started. */
async function readBirth(folder: string): Promise<number> {
  const path = join(folder, 'born-at');
  const known = Number(await readFile(path, 'utf8').catch(() => ''));
  if (known > 0) return known;
  const now = Math.floor(Date.now() / 1000);
  await writeFile(`${path}.part`, String(now), { mode: 0o600 });
  await rename(`${path}.part`, path);
  return now;
}

/**
 * Without this, its clock would continue from the time of block 0. If the machine's clock was set back, it
 * continues from the newest block: no block is older than its parent.
 */
async function setTime(rpcUrl: string): Promise<void> {
  const rpc = new JsonRpc({ network: 'embedded', urls: [rpcUrl], deadlineMs: START_TIMEOUT_MS });
  try {
    const [newest] = await rpc.batch([{ method: 'eth_getBlockByNumber', params: ['latest', false] }]);
    const block = newest !== undefined && 'result' in newest ? newest.result : undefined;
    const { timestamp = '0x0' } = (block ?? {}) as { timestamp?: string };
    const seconds = Math.max(Math.floor(Date.now() / 1000), Number(timestamp) + 1);
    await rpc.batch([{ method: 'evm_setTime', params: [seconds] }]);
  } finally {
    await rpc.close();
  }
}

/** Identifies the chain in the process list; anvil itself shows nothing there. */
function marker(folder: string): string[] {
  return ['--cache-path', join(folder, 'cache')];
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

interface Identity {
  chainId: number;
  genesis: string;
  /** Number of its newest block. */
  newest: number;
}

async function untilUp(rpcUrl: string, chainId: number): Promise<Identity> {
  const endsAt = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < endsAt) {
    const identity = await identify(rpcUrl, 500);
    if (identity?.chainId === chainId) return identity;
    await sleep(POLL_MS);
  }
  throw new Error('anvil did not answer in time');
}

async function identify(rpcUrl: string, deadlineMs: number): Promise<Identity | undefined> {
  const rpc = new JsonRpc({ network: 'embedded', urls: [rpcUrl], deadlineMs });
  try {
    const answers = await rpc.batch([
      { method: 'eth_chainId', params: [] },
      { method: 'eth_getBlockByNumber', params: ['0x0', false] },
      { method: 'eth_blockNumber', params: [] },
    ]);
    const [id, block, newest] = answers.map((answer) => ('result' in answer ? answer.result : undefined));
    if (id === undefined || block === undefined || newest === undefined) return undefined;
    const genesis = (block as { hash: string } | null)?.hash ?? '';
    return { chainId: Number(id), genesis, newest: Number(newest) };
  } catch {
    return undefined;
  } finally {
    await rpc.close();
  }
}

/** The wanted port, 0 for any; rejects when it is taken. */
async function findFreePort(wanted: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    // Exclusive, because cluster workers otherwise share listening ports.
    server.once('error', reject).listen({ port: wanted, host: '127.0.0.1', exclusive: true }, resolve);
  });
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function readNote(folder: string): Promise<Note | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, 'process.json'), 'utf8')) as Note;
  } catch {
    return undefined;
  }
}

async function writeNote(folder: string, note: Note): Promise<void> {
  const path = join(folder, 'process.json');
  await writeFile(`${path}.part`, JSON.stringify(note), { mode: 0o600 });
  await rename(`${path}.part`, path);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
