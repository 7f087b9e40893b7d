import { readdir, readFile } from 'node:fs/promises';
import { runProgram, sendSignal } from '../../../src/kit/processes/index.ts';

/** Namespaces are named after whoever made them, so that what a killed run left can be told and removed. */
const namePrefix = 'trivium-hosts-';
const LINK = 'eth0';
const RULES = 'FAULTS';

/** How a link is made worse; of `delayMs` only where the kernel can. */
export interface LinkQuality {
  /** Of packets to the host and from it, so many in a hundred are dropped. */
  lossPercent?: number;
  /** Each packet waits so long, each way. */
  delayMs?: number;
  /** And the link takes so much, each way; what comes faster waits in line, for so long at most (800 ms unless told). */
  kbitPerSecond?: number;
  queueMs?: number;
}

/** Why there can be no network of hosts here, for whoever asked for one; undefined when there can. */
export async function whyNoNetwork(): Promise<string | undefined> {
  const needed =
    'It needs Linux, root, and the programs ip, tc, iptables and nsenter (packages iproute2, iptables, util-linux).';
  if (process.platform !== 'linux') return `This is ${process.platform}. ${needed}`;
  if (process.getuid?.() !== 0) return `This is not root. ${needed}`;
  for (const [file, ...args] of [
    ['ip', '-V'],
    ['tc', '-V'],
    ['iptables', '-V'],
    ['nsenter', '-V'],
  ] as const) {
    if ((await runProgram(file, [...args])).startError !== undefined) return `There is no ${file}. ${needed}`;
  }
  const name = `${namePrefix}${process.pid}-look`;
  const made = await runProgram('ip', ['netns', 'add', name]);
  await runProgram('ip', ['netns', 'del', name]);
  return made.code === 0 ? undefined : `No network namespace can be made: ${made.stderr.trim()}. ${needed}`;
}

/**
 * Hosts that are network namespaces, on a switch that is one as well. Nothing of the machine's own network is touched,
 * and nothing of it can be reached from them.
 */
export class Network {
  readonly id: string;
  readonly addresses: Readonly<Record<string, string>>;

  /** The network of that id, which exists already. */
  constructor(id: string, addresses: Readonly<Record<string, string>>) {
    this.id = id;
    this.addresses = addresses;
  }

  /** `addresses` of the hosts by their names, all in one /24. */
  static async make(addresses: Readonly<Record<string, string>>): Promise<Network> {
    await removeAbandoned();
    const network = new Network(String(process.pid), addresses);
    try {
      await network.#build();
    } catch (error) {
      await network.remove();
      throw error;
    }
    return network;
  }

  /** The words that run a command on a host. */
  on(host: string): string[] {
    return ['nsenter', `--net=/run/netns/${this.namespace(host)}`, '--'];
  }

  /** The host takes an address that others know a service by; who had it before must have given it up. */
  async takeAddress(host: string, address: string): Promise<void> {
    await run('ip', '-n', this.namespace(host), 'address', 'add', `${address}/24`, 'dev', LINK);
    // As the announcement of whoever takes over an address does: nobody asks for it in vain.
    for (const other of this.#names()) {
      await runProgram('ip', ['-n', this.namespace(other), 'neighbour', 'flush', 'to', address]);
    }
  }

  async giveUpAddress(host: string, address: string): Promise<void> {
    await run('ip', '-n', this.namespace(host), 'address', 'del', `${address}/24`, 'dev', LINK);
  }

  /** From now on nothing that `from` sends reaches `to`; both go on believing that it does. */
  async cut(from: readonly string[], to: string): Promise<void> {
    for (const address of from) await this.#rule(to, '-A', '-s', address, '-j', 'DROP');
  }

  async mend(from: readonly string[], to: string): Promise<void> {
    for (const address of from) await this.#rule(to, '-D', '-s', address, '-j', 'DROP');
  }

  /** Makes the link of a host worse; without a quality it is as good as new. */
  async degrade(
    host: string,
    { lossPercent, delayMs, kbitPerSecond, queueMs = 800 }: LinkQuality = {},
  ): Promise<void> {
    const ends = [
      { namespace: this.namespace(host), device: LINK },
      { namespace: this.namespace('switch'), device: host },
    ];
    for (const { namespace, device } of ends) {
      await runProgram('tc', ['-n', namespace, 'qdisc', 'del', 'dev', device, 'root']);
      const add = ['-n', namespace, 'qdisc', 'add', 'dev', device, 'root'];
      if (delayMs !== undefined)
        await run('tc', ...add, 'netem', 'delay', `${delayMs}ms`, `${delayMs / 4}ms`);
      if (kbitPerSecond !== undefined)
        await run(
          'tc',
          ...add,
          'tbf',
          'rate',
          `${kbitPerSecond}kbit`,
          'burst',
          '4kb',
          'latency',
          `${queueMs}ms`,
        );
    }
    await this.#lose(host, lossPercent);
  }

  /** Whether packets can be delayed: netem is a module that not every kernel has. */
  async canDelay(): Promise<boolean> {
    const end = ['dev', LINK, 'root'];
    const [host = ''] = this.#names();
    const { code } = await runProgram('tc', [
      '-n',
      this.namespace(host),
      'qdisc',
      'add',
      ...end,
      'netem',
      'delay',
      '1ms',
    ]);
    if (code === 0) await runProgram('tc', ['-n', this.namespace(host), 'qdisc', 'del', ...end]);
    return code === 0;
  }

  /** Ends all that runs on the hosts, and removes them. */
  async remove(): Promise<void> {
    for (const host of [...this.#names(), 'switch']) await removeNamespace(this.namespace(host));
  }

  async #build(): Promise<void> {
    const hub = this.namespace('switch');
    await run('ip', 'netns', 'add', hub);
    await run('ip', '-n', hub, 'link', 'add', 'bridge', 'type', 'bridge');
    await run('ip', '-n', hub, 'link', 'set', 'bridge', 'up');
    for (const [host, address] of Object.entries(this.addresses)) {
      const name = this.namespace(host);
      await run('ip', 'netns', 'add', name);
      await run('ip', '-n', hub, 'link', 'add', host, 'type', 'veth', 'peer', 'name', LINK, 'netns', name);
      await run('ip', '-n', hub, 'link', 'set', host, 'master', 'bridge', 'up');
      await run('ip', '-n', name, 'link', 'set', 'lo', 'up');
      await run('ip', '-n', name, 'address', 'add', `${address}/24`, 'dev', LINK);
      await run('ip', '-n', name, 'link', 'set', LINK, 'up');
      await this.#iptables(host, '-N', RULES);
      await this.#iptables(host, '-A', 'INPUT', '-i', LINK, '-j', RULES);
    }
  }

  /** Packets to the host are dropped where they arrive, and so are those from it, by whoever gets them. */
  async #lose(host: string, percent: number | undefined): Promise<void> {
    const address = this.addresses[host] ?? '';
    for (const name of this.#names()) {
      const listed = await runProgram(...this.#command(name, 'iptables', '-w', '-S', RULES));
      for (const line of listed.stdout.split('\n')) {
        const isOurs = /--probability/.test(line) && (name === host || line.includes(`${address}/32`));
        if (isOurs) await this.#iptables(name, ...line.replace(/^-A/, '-D').split(' '));
      }
      if (percent === undefined) continue;
      const source = name === host ? [] : ['-s', address];
      const share = ['--probability', String(percent / 100)];
      await this.#rule(name, '-A', ...source, '-m', 'statistic', '--mode', 'random', ...share, '-j', 'DROP');
    }
  }

  #rule(host: string, action: string, ...rest: string[]): Promise<void> {
    return this.#iptables(host, action, RULES, ...rest);
  }

  #iptables(host: string, ...args: string[]): Promise<void> {
    const [file, words] = this.#command(host, 'iptables', '-w', ...args);
    return run(file, ...words);
  }

  #command(host: string, ...words: string[]): [string, string[]] {
    const [file = '', ...args] = [...this.on(host), ...words];
    return [file, args];
  }

  #names(): string[] {
    return Object.keys(this.addresses);
  }

  namespace(host: string): string {
    return `${namePrefix}${this.id}-${host}`;
  }
}

async function run(file: string, ...args: string[]): Promise<void> {
  const { code, stderr, startError } = await runProgram(file, args);
  if (code !== 0) throw new Error(`${file} ${args.join(' ')}: ${startError?.message ?? stderr.trim()}`);
}

async function removeNamespace(name: string): Promise<void> {
  const { code, stdout } = await runProgram('ip', ['netns', 'pids', name]);
  if (code !== 0) return;
  for (const pid of stdout.split('\n').filter(Boolean)) sendSignal(Number(pid), 'SIGKILL');
  await runProgram('ip', ['netns', 'del', name]);
}

/** What runs left that were killed: their processes are gone, their namespaces are not. */
async function removeAbandoned(): Promise<void> {
  const names = await readdir('/run/netns').catch(() => []);
  for (const name of names.filter((found) => found.startsWith(namePrefix))) {
    const maker = Number(name.slice(namePrefix.length).split('-')[0]);
    const lives = await readFile(`/proc/${maker}/cmdline`).then(
      () => true,
      () => false,
    );
    if (!lives) await removeNamespace(name);
  }
}
