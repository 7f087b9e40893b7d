import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newEncryptionKey } from '../harness/data-directory.ts';
import { sleep } from '../harness/publisher.ts';
import { ServiceProcess } from '../harness/service-process.ts';
import { ChainHost, chainSignerKey } from './chain-host.ts';
import { DatabasePair } from './database-pair.ts';
import { MAIL_PORT } from './mail-server.ts';
import type { Network } from './network.ts';

/** Addresses of the hosts. */
export const hosts = {
  clients: '10.73.0.1',
  node1: '10.73.0.11',
  node2: '10.73.0.12',
  db1: '10.73.0.21',
  db2: '10.73.0.22',
  chain: '10.73.0.31',
} as const;
const DATABASE_ADDRESS = '10.73.0.20';
const PORT = 8080;
/** Every limit is twice the default. */
const LIMIT_SCALE = 2;
/** The price of a mail. */
export const MAIL_PRICE_MICROS = 100;
const SIGNER_FILE = 'signer.key';
const RESTART_AFTER_MS = 500;
const MAX_STARTS = 60;

export interface ClusterNode {
  readonly name: string;
  readonly address: string;
  process: ServiceProcess;
}

export interface ClusterOptions {
  network: Network;
  /** The folder for all its data. */
  folder: string;
  /** PEM of the certificate authority of the receivers. */
  authority: string;
  /** Difference between the clocks of the database hosts, if clocks can be set. */
  databasesApartMs: number;
}

/** Services on separate hosts, and a pair of databases on two others. */
export class Cluster {
  readonly network: Network;
  readonly database: DatabasePair;
  readonly chain: ChainHost;
  readonly nodes: ClusterNode[] = [];
  /** Whether packets can be delayed here. */
  readonly delays: boolean;
  readonly #folder: string;
  readonly #settings: Record<string, string>;

  private constructor(
    { network, folder, authority }: ClusterOptions,
    { database, chain, delays }: { database: DatabasePair; chain: ChainHost; delays: boolean },
  ) {
    this.network = network;
    this.database = database;
    this.chain = chain;
    this.delays = delays;
    this.#folder = folder;
    this.#settings = {
      DATABASE_URL: database.url,
      DATABASE_READ_URL: database.readUrls,
      DATABASE_POOL_SIZE: '8',
      ENCRYPTION_KEY: newEncryptionKey(),
      PORT: String(PORT),
      PROCESSES: '1',
      NETWORK_DEVNET_RPC_URL: chain.url,
      NETWORK_DEVNET_SIGNER: `file:${join(folder, SIGNER_FILE)}`,
      ALLOWED_PRIVATE_NETWORKS: `${hosts.clients}/32`,
      SMTP_URL: `smtp://${hosts.clients}:${MAIL_PORT}`,
      MAIL_PRICE_USD: String(MAIL_PRICE_MICROS / 1e6),
      // Nothing answers at this address: there is no DNS.
      DNS_SERVERS: `${hosts.clients}:9`,
      EXTRA_CA_CERTIFICATES: authority,
      RATE_LIMIT_SCALE: String(LIMIT_SCALE),
      // Short delays, so that deliveries that fail because of a fault are retried soon.
      WEBHOOK_RETRY_DELAYS: `0,${Array.from({ length: 19 }, () => 1).join(',')}`,
      WEBHOOK_DISABLE_AFTER_DAYS: '30',
    };
  }

  static async start(options: ClusterOptions): Promise<Cluster> {
    const { network, folder } = options;
    // If root starts it, PostgreSQL runs as another account, which must be able to enter.
    await chmod(folder, 0o711);
    const database = await DatabasePair.start({
      network,
      folder,
      address: DATABASE_ADDRESS,
      hosts: ['db1', 'db2'],
      apartMs: options.databasesApartMs,
    });
    const chain = await ChainHost.start(network, 'chain');
    await writeFile(join(folder, SIGNER_FILE), chainSignerKey, { mode: 0o600 });
    const files = join(folder, 'files');
    await mkdir(files, { mode: 0o700 });
    const cluster = new Cluster(options, { database, chain, delays: await network.canDelay() });
    try {
      for (const name of ['node1', 'node2'] as const) {
        await mkdir(join(folder, name), { recursive: true });
        // As a bucket would: what one node took is for the other, too.
        await symlink(files, join(folder, name, 'blobs'));
        await cluster.setClock(name, 0);
        const node = { name, address: `http://${hosts[name]}:${PORT}`, process: cluster.#launch(name) };
        cluster.nodes.push(node);
        await node.process.ready;
      }
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  node(name: string): ClusterNode {
    const found = this.nodes.find((node) => node.name === name);
    if (found === undefined) throw new Error(`there is no node ${name}`);
    return found;
  }

  /** Starts an ended node again, repeatedly: a node that starts while the database is down ends again. */
  async restart(name: string): Promise<void> {
    const node = this.node(name);
    for (let left = MAX_STARTS; ; left--) {
      node.process = this.#launch(name as keyof typeof hosts);
      const failure = await node.process.ready.then(
        () => undefined,
        (error: Error) => error,
      );
      if (failure === undefined) return;
      if (left === 1) throw failure;
      // One that was too slow would keep the next one out.
      if (!node.process.hasExited) await node.process.kill();
      await sleep(RESTART_AFTER_MS);
    }
  }

  /** Sets the clock of that node wrong by this much. */
  async setClock(name: string, offsetMs: number): Promise<void> {
    await writeFile(join(this.#folder, `${name}.clock`), String(offsetMs));
  }

  async stop(): Promise<void> {
    for (const { process } of this.nodes) {
      process.send('SIGCONT');
      if (!process.hasExited) await process.kill();
    }
    this.chain.stop();
    await this.database.stop();
  }

  #launch(name: keyof typeof hosts): ServiceProcess {
    return new ServiceProcess({
      dataDir: join(this.#folder, name),
      launcher: this.network.on(name),
      settings: {
        ...this.#settings,
        HOST: hosts[name],
        CLOCK_OFFSET_FILE: join(this.#folder, `${name}.clock`),
        NODE_OPTIONS: `--import=${join(import.meta.dirname, 'set-clock.mjs')}`,
      },
    });
  }
}
