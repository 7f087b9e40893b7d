import type { Settings } from './settings.ts';

/** Where people reach this service. With neither PUBLIC_URL nor a port of its own it is known only once it listens. */
export class PublicAddress {
  readonly #host: string;
  readonly #isSet: boolean;
  #url: string | undefined;

  constructor({ PUBLIC_URL, HOST, PORT }: Pick<Settings, 'PUBLIC_URL' | 'HOST' | 'PORT'>) {
    this.#host = HOST;
    this.#isSet = PUBLIC_URL !== undefined;
    this.#url = PUBLIC_URL ?? (PORT === 0 ? undefined : `http://${HOST}:${PORT}`);
  }

  /** Without a slash at its end; undefined until it is known. */
  get url(): string | undefined {
    return this.#url;
  }

  /** As `url`, or the host alone until that is known. */
  get urlOrHost(): string {
    return this.#url ?? `http://${this.#host}`;
  }

  /** Told once the server listens; what was set goes before. */
  listensAt(url: string): void {
    if (!this.#isSet) this.#url = url;
  }
}
