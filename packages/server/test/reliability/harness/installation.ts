import { ApiClient } from './api-client.ts';
import { DataDirectory } from './data-directory.ts';
import { type Exit, ServiceProcess } from './service-process.ts';

const SHOWN_OUTPUT_CHARS = 4_000;
const LOG_FLUSH_MS = 500;

/** A data directory and the service on it, which can be started and stopped repeatedly. */
export class Installation {
  readonly directory: DataDirectory;
  readonly api: ApiClient;
  readonly #settings: Record<string, string>;
  readonly #root: string | undefined;
  #process: ServiceProcess | undefined;
  #address: string | undefined;

  private constructor(directory: DataDirectory, settings: Record<string, string>, root?: string) {
    this.directory = directory;
    this.#settings = settings;
    this.#root = root;
    this.api = new ApiClient(() => this.#address);
  }

  /** Its database may already exist, as after a first start. `root`: another checkout. */
  static async make(settings: Record<string, string> = {}, root?: string): Promise<Installation> {
    const made = await Installation.makeEmpty(settings, root);
    if (settings.DATABASE_URL === undefined && root === undefined) await made.directory.seed();
    return made;
  }

  /** With an empty data directory: to test a first start or a restore. */
  static async makeEmpty(settings: Record<string, string> = {}, root?: string): Promise<Installation> {
    return new Installation(await DataDirectory.make(), settings, root);
  }

  /** The newest process, running or ended. */
  get process(): ServiceProcess {
    if (this.#process === undefined) throw new Error('the service was never started');
    return this.#process;
  }

  /** Starts the service without waiting for it. */
  launch(): ServiceProcess {
    const started = new ServiceProcess({
      dataDir: this.directory.path,
      settings: this.#settings,
      root: this.#root,
    });
    this.#process = started;
    this.#address = undefined;
    started.ready.then(
      (address) => {
        if (this.#process === started && !started.hasExited) this.#address = address;
      },
      () => {},
    );
    void started.exited.then(() => {
      if (this.#process === started) this.#address = undefined;
    });
    return started;
  }

  /** Starts the service; resolves with the milliseconds until it was up. */
  async start(): Promise<number> {
    const startedAt = performance.now();
    await this.launch().ready;
    return performance.now() - startedAt;
  }

  /** The address of the service; undefined while it is down. */
  get address(): string | undefined {
    return this.#address;
  }

  async kill(): Promise<void> {
    await this.process.kill();
  }

  /** Stops the service in order; resolves with its exit and the milliseconds. */
  async stop(): Promise<{ exit: Exit; tookMs: number }> {
    const startedAt = performance.now();
    this.process.send('SIGTERM');
    const exit = await this.process.exited;
    return { exit, tookMs: performance.now() - startedAt };
  }

  /** A connection to its embedded PostgreSQL, which must be running. */
  async connection() {
    const connection = await this.directory.connection();
    if (connection === undefined) throw new Error('the embedded PostgreSQL does not run');
    return connection;
  }

  /** Adds the last output of the service to a test failure, because it usually shows the reason. */
  async explain(error: unknown): Promise<Error> {
    // Its log is written in blocks.
    await new Promise((resolve) => setTimeout(resolve, LOG_FLUSH_MS));
    const said = this.#process?.output.slice(-SHOWN_OUTPUT_CHARS) ?? '';
    return new Error(`${(error as Error).message}\nLast output of the service:\n${said}`, { cause: error });
  }

  /** Stops everything that runs and removes all files. */
  async remove(): Promise<void> {
    this.api.close();
    if (this.#process !== undefined && !this.#process.hasExited) await this.#process.kill();
    await this.directory.remove();
  }
}
