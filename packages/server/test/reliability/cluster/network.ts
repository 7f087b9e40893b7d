import { readdir, readFile } from 'node:fs/promises';
import { runProgram, sendSignal } from '../../../src/kit/processes/index.ts';
import { canSlowLinks, SlowLink, type SlowLinkQuality } from './slow-link.ts';

/** The names contain the process id of their maker, so that namespaces of killed runs can be recognized and removed. */
const namePrefix = 'trivium-hosts-';
const LINK = 'eth0';
const RULES = 'FAULTS';
const BRIDGE = 'bridge';

/** The problems of a link; delays only work if `canSlowLinks`. */
export interface LinkQuality extends SlowLinkQuality {
  /** Percentage of packets to and from the host that are dropped. */
  lossPercent?: number;
  /** The bandwidth in each direction; faster packets wait in a queue, for at most `queueMs` (800 by default). */
  kbitPerSecond?: number;
  queueMs?: number;
}

/** Why there can be no network of hosts here, as an explanation for the user; undefined if there can. */
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
 * Hosts that are network namespaces, connected by a switch in another namespace. They do not change the machine's own
 * network, and cannot reach it.
 */
export class Network {
  readonly id: string;
  readonly addresses: Readonly<Record<string, string>>;
  readonly #slow = new Map<string, SlowLink>();
  /** Rules for packets that each host drops, including those to apply when it is plugged in again. */
  readonly #dropped = new Map<string, string[]>();
  readonly #unplugged = new Set<string>();
  #turn: Promise<unknown> = Promise.resolve();

  /** Opens an existing network by its id. */
  constructor(id: string, addresses: Readonly<Record<string, string>>) {
    this.id = id;
    this.addresses = addresses;
  }

  /** `addresses` of the hosts by name, all in one /24. */
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

  /** The arguments that run a command on a host. */
  on(host: string): string[] {
    return ['nsenter', `--net=/run/netns/${this.namespace(host)}`, '--'];
  }

  /** Gives an address of a service to the host; the previous host must have given it up. */
  async takeAddress(host: string, address: string): Promise<void> {
    await run('ip', '-n', this.namespace(host), 'address', 'add', `${address}/24`, 'dev', LINK);
    // Like the announcement of a host that takes over an address, so that no host uses a stale entry.
    for (const other of this.#names()) {
      await runProgram('ip', ['-n', this.namespace(other), 'neighbour', 'flush', 'to', address]);
    }
  }

  async giveUpAddress(host: string, address: string): Promise<void> {
    await run('ip', '-n', this.namespace(host), 'address', 'del', `${address}/24`, 'dev', LINK);
  }

  /** From now on no packet from `from` reaches `to`, without an error to either side. */
  async cut(from: readonly string[], to: string): Promise<void> {
    for (const address of from) await this.#drop(to, `-s ${address} -j DROP`);
  }

  async mend(from: readonly string[], to: string): Promise<void> {
    for (const address of from) await this.#take(to, `-s ${address} -j DROP`);
  }

  /** Degrades the link of a host; without a quality, restores it. */
  async degrade(host: string, quality: LinkQuality = {}): Promise<void> {
    const { lossPercent, kbitPerSecond, queueMs = 800, ...slow } = quality;
    await this.#slow.get(host)?.close();
    this.#slow.delete(host);
    const ends = [
      { namespace: this.namespace(host), device: LINK },
      { namespace: this.namespace('switch'), device: host },
    ];
    for (const { namespace, device } of ends) {
      const root = ['dev', device, 'root'];
      await runProgram('tc', ['-n', namespace, 'qdisc', 'del', ...root]);
      if (kbitPerSecond === undefined) continue;
      const rate = ['rate', `${kbitPerSecond}kbit`, 'burst', '4kb', 'latency', `${queueMs}ms`];
      await run('tc', '-n', namespace, 'qdisc', 'add', ...root, 'tbf', ...rate);
    }
    await this.#lose(host, lossPercent);
    if (Object.keys(slow).length === 0) return;
    const place = {
      launcher: this.on('switch'),
      namespace: this.namespace('switch'),
      bridge: BRIDGE,
      device: host,
    };
    this.#slow.set(host, await SlowLink.open(place, slow));
  }

  canDelay(): Promise<boolean> {
    return canSlowLinks();
  }

  /**
   * Disconnects the host, with all connections of its system, which are never continued. The caller must stop the
   * programs on it.
   */
  async unplug(host: string): Promise<void> {
    this.#unplugged.add(host);
    await run('ip', '-n', this.namespace('switch'), 'link', 'del', host);
  }

  /**
   * Connects a new host with the same name: it knows nothing of its former connections, and the rules of other hosts
   * about it still apply.
   */
  async plugIn(host: string): Promise<void> {
    await this.#inTurn(async () => {
      await removeNamespace(this.namespace(host));
      await this.#addHost(host);
      for (const rule of this.#dropped.get(host) ?? []) await this.#rule(host, '-A', rule);
      this.#unplugged.delete(host);
    });
  }

  /** Stops all programs on the hosts, and removes the hosts. */
  async remove(): Promise<void> {
    for (const link of this.#slow.values()) await link.close();
    for (const host of [...this.#names(), 'switch']) await removeNamespace(this.namespace(host));
  }

  async #build(): Promise<void> {
    const hub = this.namespace('switch');
    await run('ip', 'netns', 'add', hub);
    await run('ip', '-n', hub, 'link', 'add', BRIDGE, 'type', 'bridge');
    await run('ip', '-n', hub, 'link', 'set', BRIDGE, 'up');
    for (const host of this.#names()) await this.#addHost(host);
  }

  async #addHost(host: string): Promise<void> {
    const [name, hub] = [this.namespace(host), this.namespace('switch')];
    await run('ip', 'netns', 'add', name);
    await run('ip', '-n', hub, 'link', 'add', host, 'type', 'veth', 'peer', 'name', LINK, 'netns', name);
    await run('ip', '-n', hub, 'link', 'set', host, 'master', BRIDGE, 'up');
    await run('ip', '-n', name, 'link', 'set', 'lo', 'up');
    const address = this.addresses[host] ?? '';
    // The same address after every start, so that others still know it.
    await run('ip', '-n', name, 'link', 'set', LINK, 'address', hardwareAddress(address));
    await run('ip', '-n', name, 'address', 'add', `${address}/24`, 'dev', LINK);
    await run('ip', '-n', name, 'link', 'set', LINK, 'up');
    await this.#iptables(host, '-N', RULES);
    await this.#iptables(host, '-A', 'INPUT', '-i', LINK, '-j', RULES);
  }

  /** Packets to the host are dropped on arrival; packets from it are dropped by their recipients. */
  async #lose(host: string, percent: number | undefined): Promise<void> {
    const address = this.addresses[host] ?? '';
    for (const name of this.#names()) {
      const isOurs = (rule: string) =>
        rule.includes('--probability') && (name === host || rule.startsWith(`-s ${address} `));
      for (const rule of (this.#dropped.get(name) ?? []).filter(isOurs)) await this.#take(name, rule);
      if (percent === undefined) continue;
      const source = name === host ? '' : `-s ${address} `;
      const share = `-m statistic --mode random --probability ${percent / 100}`;
      await this.#drop(name, `${source}${share} -j DROP`);
    }
  }

  /**
   * Makes the host drop matching packets. While it is unplugged, the rule is only recorded, and applies when it is
   * back.
   */
  #drop(host: string, rule: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#dropped.set(host, [...(this.#dropped.get(host) ?? []), rule]);
      if (!this.#unplugged.has(host)) await this.#rule(host, '-A', rule);
    });
  }

  #take(host: string, rule: string): Promise<void> {
    return this.#inTurn(async () => {
      const rules = this.#dropped.get(host) ?? [];
      const place = rules.indexOf(rule);
      if (place < 0) throw new Error(`${host} does not drop this: ${rule}`);
      this.#dropped.set(host, rules.toSpliced(place, 1));
      if (!this.#unplugged.has(host)) await this.#rule(host, '-D', rule);
    });
  }

  /** One after the other, because one of two faults may end while the other plugs in a host. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  #rule(host: string, action: '-A' | '-D', rule: string): Promise<void> {
    return this.#iptables(host, action, RULES, ...rule.split(' '));
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

/** A locally administered hardware address. */
function hardwareAddress(address: string): string {
  return ['02', '00', ...address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'))].join(
    ':',
  );
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

/** Removes the namespaces of killed runs, whose processes have ended. */
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
