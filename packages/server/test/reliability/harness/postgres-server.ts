import {
  type EmbeddedPostgres,
  type PostgresConnection,
  startEmbeddedPostgres,
} from '../../../src/kit/embedded-postgres/index.ts';
import { required } from '../../../src/kit/required.ts';
import { DataDirectory } from './data-directory.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };

/** A PostgreSQL that a test controls, for services that get it as DATABASE_URL. */
export class PostgresServer {
  readonly directory: DataDirectory;
  #running: EmbeddedPostgres | undefined;
  #connection: PostgresConnection | undefined;

  private constructor(directory: DataDirectory) {
    this.directory = directory;
  }

  /** With a database for the service, which may already be migrated. `prepare` may change its files first. */
  static async start(prepare?: (directory: DataDirectory) => Promise<void>): Promise<PostgresServer> {
    const directory = await DataDirectory.make();
    await directory.seed();
    await prepare?.(directory);
    return PostgresServer.#startIn(directory);
  }

  /** With an empty database. */
  static async startEmpty(): Promise<PostgresServer> {
    return PostgresServer.#startIn(await DataDirectory.make());
  }

  static async #startIn(directory: DataDirectory): Promise<PostgresServer> {
    const server = new PostgresServer(directory);
    try {
      await server.start();
      return server;
    } catch (error) {
      await server.remove();
      throw error;
    }
  }

  get superuser(): PostgresConnection {
    return required(this.#running, 'the running server').superuser;
  }

  get connection(): PostgresConnection {
    return required(this.#connection, 'the connection');
  }

  get url(): string {
    const { host, port, user, password, database } = this.connection;
    return `postgresql://${user}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  }

  async start(): Promise<void> {
    this.#running = await startEmbeddedPostgres({ dataDir: this.directory.path, log });
    // A service with only one address also migrates with it.
    this.#connection = this.#running.owner;
  }

  /** Stops it in order; from then on, connections are refused. */
  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = undefined;
  }

  /** From now on it accepts connections but does not answer, as with a broken network. */
  async freeze(): Promise<void> {
    await this.directory.signalPostgres('SIGSTOP');
  }

  async thaw(): Promise<void> {
    await this.directory.signalPostgres('SIGCONT');
  }

  async remove(): Promise<void> {
    await this.thaw().catch(() => {});
    await this.stop();
    await this.directory.remove();
  }
}
