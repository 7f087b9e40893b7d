interface ExactJson {
  rawJSON(text: string): unknown;
}

/** A number that JavaScript would change, with the digits it was written with. Serializes and reads as they are. */
export class ExactNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  toJSON(): unknown {
    return (JSON as unknown as ExactJson).rawJSON(this.digits);
  }

  toString(): string {
    return this.digits;
  }
}

/** Cheap sign of such a number, which few responses have. */
const MAY_BE_WIDE = /\d{16}|\d[eE]/;

/** Like `JSON.parse`, but integers beyond 2^53 and numbers beyond a double's range keep their digits, unless the browser is too old for that. */
export function parseExactly(text: string): unknown {
  return 'rawJSON' in JSON && MAY_BE_WIDE.test(text)
    ? JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown)
    : JSON.parse(text);
}

function keepDigits(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (typeof value !== 'number' || source === undefined || String(value) === source || value === 0)
    return value;
  return Number.isFinite(value) && !/^-?\d+$/.test(source) ? value : new ExactNumber(source);
}
