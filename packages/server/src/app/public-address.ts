import type { Settings } from './settings.ts';

/**
 * Where people reach this service. With neither PUBLIC_URL nor a fixed port, it is known only once the
 * service listens.
 */
export class PublicAddress {
  readonly #host: string;
  readonly #isSet: boolean;
  #url: string | undefined;

  constructor({ PUBLIC_URL, HOST, PORT }: Pick<Settings, 'PUBLIC_URL' | 'HOST' | 'PORT'>) {
    this.#host = HOST;
    this.#isSet = PUBLIC_URL !== undefined;
    this.#url = PUBLIC_URL ?? (PORT === 0 ? undefined : `http://${HOST}:${PORT}`);
  }

  /** Without a trailing slash; undefined until it is known. */
  get url(): string | undefined {
    return this.#url;
  }

  /** Like `url`, or only the host until that is known. */
  get urlOrHost(): string {
    return this.#url ?? `http://${this.#host}`;
  }

  /** Called once the server listens; a configured URL takes precedence. */
  listensAt(url: string): void {
    if (!this.#isSet) this.#url = url;
  }
}
