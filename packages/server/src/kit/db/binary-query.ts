import pg from 'pg';

const BINARY = 1;
const TEXT = 0;

/** What a query of the driver is given to send itself with. */
interface Connection {
  stream: { write(bytes: Buffer, written: () => void): boolean };
  describe(portal: { type: 'P'; name: string }): void;
}

/** What the driver's class has beside what its types tell. */
interface DriverQuery {
  hasBeenParsed(connection: Connection): boolean;
  prepare(connection: Connection): void;
  _getRows(connection: Connection, rows: undefined): void;
}

const driver = pg.Query.prototype as unknown as DriverQuery;

/** A buffer is a value in the binary format, a text in the other. */
export type StatementValue = Buffer | string;

/** More than this is not kept. */
const MAX_KEPT_BYTES = 1_048_576;
let kept: Buffer | undefined;

/**
 * A named statement with large parameters in the binary format, sent from one buffer that is used again and again.
 * The driver copies parameters from buffer to larger buffer as they come, each of them new: of a hundred kilobytes that
 * costs more than making them, and their pages are new to the process each time.
 */
export class BinaryQuery extends pg.Query {
  readonly #name: string;
  readonly #formats: readonly number[];
  readonly #values: readonly Buffer[];

  constructor(statement: { name: string; text: string; values: StatementValue[] }) {
    super(statement);
    this.#name = statement.name;
    this.#formats = statement.values.map((value) => (typeof value === 'string' ? TEXT : BINARY));
    this.#values = statement.values.map((value) => (typeof value === 'string' ? Buffer.from(value) : value));
  }

  /** Called by the driver. The first time on a connection it parses the statement, and does the rest as well. */
  prepare(connection: Connection): void {
    if (!driver.hasBeenParsed.call(this, connection)) {
      driver.prepare.call(this, connection);
      return;
    }
    const size = bindSize(this.#name, this.#values);
    const buffer = kept !== undefined && kept.length >= size ? kept : Buffer.allocUnsafeSlow(size * 2);
    kept = undefined;
    this.#writeBind(buffer, size);
    connection.stream.write(buffer.subarray(0, size), () => {
      if (buffer.length <= MAX_KEPT_BYTES) kept = buffer;
    });
    connection.describe({ type: 'P', name: '' });
    driver._getRows.call(this, connection, undefined);
  }

  #writeBind(buffer: Buffer, size: number): void {
    let at = buffer.write('B', 0, 'latin1');
    at = buffer.writeInt32BE(size - 1, at);
    // The portal without a name.
    at = buffer.writeUInt8(0, at);
    at += buffer.write(this.#name, at);
    at = buffer.writeUInt8(0, at);
    at = buffer.writeInt16BE(this.#formats.length, at);
    for (const format of this.#formats) at = buffer.writeInt16BE(format, at);
    at = buffer.writeInt16BE(this.#values.length, at);
    for (const value of this.#values) {
      at = buffer.writeInt32BE(value.length, at);
      at += value.copy(buffer, at);
    }
    // One format for all columns.
    at = buffer.writeInt16BE(1, at);
    buffer.writeInt16BE(TEXT, at);
  }
}

/** The bytes of a Bind message (PostgreSQL, "Message Formats"), its first one included. */
function bindSize(name: string, values: readonly Buffer[]): number {
  const fixed = 1 + 4 + 1 + Buffer.byteLength(name) + 1 + 2 + 2 + 2 + 2;
  return values.reduce((sum, { length }) => sum + 2 + 4 + length, fixed);
}
