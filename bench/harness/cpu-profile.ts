import { readFile } from 'node:fs/promises';
import { required } from '../../packages/server/src/kit/required.ts';

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number };
  children?: number[];
}

interface CpuProfile {
  nodes: ProfileNode[];
  samples: number[];
  timeDeltas: number[];
}

/** The profiler of a Node process that runs with `--inspect=127.0.0.1:0`. */
export interface Profiler {
  start(): Promise<void>;
  stop(): Promise<CpuProfile>;
}

const SAMPLING_INTERVAL_US = 500;

/** Attaches to the process that writes its standard error to the file. */
export async function attachProfiler(logPath: string): Promise<Profiler> {
  const address = /^Debugger listening on (ws:\S+)$/m.exec(await readFile(logPath, 'utf8'))?.[1];
  if (address === undefined) throw new Error('the service was not started with --inspect');
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let lastId = 0;
  const send = <T>(method: string, params: object = {}) =>
    new Promise<T>((resolve) => {
      const id = ++lastId;
      const onMessage = ({ data }: MessageEvent) => {
        const answer = JSON.parse(data);
        if (answer.id !== id) return;
        socket.removeEventListener('message', onMessage);
        resolve(answer.result);
      };
      socket.addEventListener('message', onMessage);
      socket.send(JSON.stringify({ id, method, params }));
    });
  await send('Profiler.enable');
  await send('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL_US });
  return {
    start: () => send('Profiler.start'),
    stop: async () => {
      const { profile } = await send<{ profile: CpuProfile }>('Profiler.stop');
      socket.close();
      return profile;
    },
  };
}

export interface ProfileSummary {
  busySeconds: number;
  /** Shares of the busy time, largest first. */
  self: [name: string, share: number][];
  byPackage: [name: string, share: number][];
  /** Including everything called from there. */
  inclusive: [name: string, share: number][];
}

export function summarizeProfile(profile: CpuProfile): ProfileSummary {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const micros = new Map<number, number>();
  let busy = 0;
  profile.samples.forEach((id, i) => {
    if (required(nodes.get(id), 'one of nodes').callFrame.functionName === '(idle)') return;
    // A longer gap is time without a CPU.
    const spent = Math.min(required(profile.timeDeltas[i], 'one of time deltas'), 2 * SAMPLING_INTERVAL_US);
    micros.set(id, (micros.get(id) ?? 0) + spent);
    busy += spent;
  });
  const self = new Map<string, number>();
  const byPackage = new Map<string, number>();
  const inclusive = new Map<string, number>();
  const add = (map: Map<string, number>, key: string, spent: number) =>
    map.set(key, (map.get(key) ?? 0) + spent);
  for (const [id, spent] of micros) {
    add(self, frameName(required(nodes.get(id), 'one of nodes')), spent);
    add(byPackage, packageOf(required(nodes.get(id), 'one of nodes')), spent);
    const seen = new Set<string>();
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at))
      seen.add(frameName(required(nodes.get(at), 'one of nodes')));
    for (const name of seen) add(inclusive, name, spent);
  }
  const shares = (map: Map<string, number>): [string, number][] =>
    [...map].map(([name, spent]): [string, number] => [name, spent / busy]).sort((a, b) => b[1] - a[1]);
  return {
    busySeconds: busy / 1e6,
    self: shares(self),
    byPackage: shares(byPackage),
    inclusive: shares(inclusive),
  };
}

function frameName({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  const file = url.replace(/^.*\/(node_modules|packages\/server\/src)\//, '');
  return url === '' ? functionName : `${functionName || '(anonymous)'} ${file}:${lineNumber + 1}`;
}

function packageOf({ callFrame: { functionName, url } }: ProfileNode): string {
  const dependency = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  const own = /packages\/server\/src\/((?:kit|engine|areas)\/[^/]+|[^/]+)/.exec(url)?.[1];
  return dependency ?? own ?? (url.startsWith('node:') ? url : `native: ${functionName}`);
}
