import pg from 'pg';

const BINARY = 1;
const TEXT = 0;

/** The part of the driver's connection that a query uses to send itself. */
interface Connection {
  stream: { write(bytes: Buffer, written: () => void): boolean };
  describe(portal: { type: 'P'; name: string }): void;
}

/** Members of the driver's class that its type declarations leave out. */
interface DriverQuery {
  hasBeenParsed(connection: Connection): boolean;
  prepare(connection: Connection): void;
  _getRows(connection: Connection, rows: undefined): void;
}

const driver = pg.Query.prototype as unknown as DriverQuery;

/** A buffer is a value in binary format, a string one in text format. */
export type StatementValue = Buffer | string;

/** Larger buffers are not kept for reuse. */
const MAX_KEPT_BYTES = 1_048_576;
let kept: Buffer | undefined;

/**
 * A named statement with large parameters in binary format, sent from one reused buffer. The driver copies
 * parameters into ever larger new buffers: at a hundred kilobytes that costs more than building the
 * parameters, and the process touches fresh pages each time.
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

  /** Called by the driver. On first use on a connection it also parses the statement. */
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
    // The unnamed portal.
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

/** Size of a Bind message (PostgreSQL, "Message Formats"), including its type byte. */
function bindSize(name: string, values: readonly Buffer[]): number {
  const fixed = 1 + 4 + 1 + Buffer.byteLength(name) + 1 + 2 + 2 + 2 + 2;
  return values.reduce((sum, { length }) => sum + 2 + 4 + length, fixed);
}
