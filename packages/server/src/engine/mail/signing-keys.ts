import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import type { Clock } from '../../kit/clock.ts';
import { type SecretBox, sealedColumn } from '../../kit/secrets/index.ts';
import { type DkimKey, dkimKeyOf } from './sign-dkim.ts';
import { findSigningKey, insertSigningKey } from './signing-key.repository.ts';

const makeKeyPair = promisify(generateKeyPair);

export interface SigningKeysOptions {
  pool: Pool;
  clock: Clock;
  secretBox: SecretBox;
  /** The operator's key, which then signs for every domain instead of our own keys. */
  operatorKey?: { selector: string; pem: string } | undefined;
}

/** The DNS record with which receivers verify a domain's signatures. */
export interface DkimRecord {
  name: string;
  type: 'TXT';
  value: string;
}

/** The keys that sign an organization's mail, each parsed once. */
export class SigningKeys {
  readonly #options: SigningKeysOptions;
  readonly #parsed = new Map<string, Promise<DkimKey | undefined>>();

  constructor(options: SigningKeysOptions) {
    this.#options = options;
  }

  /** The key for a domain; undefined when it has none. */
  find(orgId: string, domain: string): Promise<DkimKey | undefined> {
    const name = `${orgId} ${domain}`;
    let key = this.#parsed.get(name);
    if (key === undefined) {
      key = this.#load(orgId, domain);
      this.#parsed.set(name, key);
      // Missing or unreadable keys are looked up again.
      key.then(
        (found) => found === undefined && this.#parsed.delete(name),
        () => this.#parsed.delete(name),
      );
    }
    return key;
  }

  /** Creates a key for the domain unless there is one. */
  async ensure(orgId: string, domain: string): Promise<void> {
    if (this.#options.operatorKey !== undefined) return;
    if ((await this.find(orgId, domain)) !== undefined) return;
    const { pool, clock, secretBox } = this.#options;
    const { publicKey, privateKey } = await makeKeyPair('rsa', { modulusLength: 2048 });
    await insertSigningKey(pool, {
      orgId,
      domain,
      selector: 'trivium',
      sealedKey: secretBox.seal(
        privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
        place(orgId, domain),
      ),
      publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      createdAt: new Date(clock.now()),
    });
  }

  /** The record to publish for a domain; undefined while we have no key of our own for it. */
  async record(orgId: string, domain: string): Promise<DkimRecord | undefined> {
    const row = await findSigningKey(this.#options.pool, orgId, domain);
    if (row === undefined) return undefined;
    return {
      name: `${row.selector}._domainkey.${domain}`,
      type: 'TXT',
      value: `v=DKIM1; k=rsa; p=${row.publicKey}`,
    };
  }

  async #load(orgId: string, domain: string): Promise<DkimKey | undefined> {
    const { pool, secretBox, operatorKey } = this.#options;
    if (operatorKey !== undefined) return dkimKeyOf(domain, operatorKey.selector, operatorKey.pem);
    const row = await findSigningKey(pool, orgId, domain);
    return row && dkimKeyOf(domain, row.selector, secretBox.open(row.sealedKey, place(orgId, domain)));
  }
}

/** Where mail signing keys are stored. */
export const mailSealedPlace = sealedColumn({
  table: 'mail_signing_keys',
  key: [
    { name: 'org_id', type: 'uuid' },
    { name: 'domain', type: 'text' },
  ],
  column: 'sealed_key',
  contextOf: ({ org_id: orgId = '', domain = '' }) => place(orgId, domain),
});

function place(orgId: string, domain: string): string {
  return `mail_signing_keys ${orgId} ${domain}`;
}
