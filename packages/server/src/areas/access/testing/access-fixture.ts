import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Clock } from '../../../kit/clock.ts';
import { createPool, Notifications } from '../../../kit/db/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../kit/embedded-postgres/test-database.ts';
import type { AccessDatabase, AccessTables } from '../access-tables.ts';
import { createAuthenticator, type KeyAuthenticator } from '../authenticator/authenticator.ts';
import type { OrganizationService } from '../organization/find-or-create-organization.ts';

/** A database, with the dependencies that the tests of this area need. */
export class AccessFixture {
  readonly database: TestDatabase;
  readonly pool: pg.Pool;
  readonly db: AccessDatabase;
  /** The organizations whose hook ran, in order. */
  readonly hooked: string[] = [];
  readonly #closing: (() => Promise<void>)[] = [];

  static async create(): Promise<AccessFixture> {
    return new AccessFixture(await createTestDatabase());
  }

  private constructor(database: TestDatabase) {
    this.database = database;
    this.pool = createPool(database.connection, {
      max: 8,
      applicationName: 'access test',
      onError: () => {},
    });
    this.db = new Kysely<AccessTables>({ dialect: new PostgresDialect({ pool: this.pool }) });
  }

  service(clock: Clock): OrganizationService {
    return {
      db: this.db,
      clock,
      onOrganizationCreated: async (_tx, orgId) => {
        this.hooked.push(orgId);
      },
    };
  }

  /** An authenticator like that of a node, with its own connection for notifications. */
  async authenticator(
    clock: Clock,
    options: { listens?: boolean; maxKeys?: number } = {},
  ): Promise<KeyAuthenticator> {
    const errors: unknown[] = [];
    const notifications = new Notifications(this.database.connection, {
      onError: (error) => errors.push(error),
    });
    const authenticator = createAuthenticator({
      db: this.db,
      clock,
      notifications,
      onError: (error) => errors.push(error),
      ...(options.maxKeys !== undefined && { maxKeys: options.maxKeys }),
    });
    if (options.listens !== false) await notifications.start();
    this.#closing.push(async () => {
      await authenticator.stop();
      await notifications.close();
    });
    return authenticator;
  }

  async close(): Promise<void> {
    for (const close of this.#closing) await close();
    await this.db.destroy();
    await this.database.drop();
  }
}
