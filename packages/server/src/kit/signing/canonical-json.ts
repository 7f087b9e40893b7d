/** A value that RFC 8785 cannot express. `path` points to it, as in `data.items.3`. */
export class CanonicalJsonError extends Error {
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`Not expressible as canonical JSON: ${path === '' ? 'the value' : path} ${problem}.`);
    this.name = 'CanonicalJsonError';
    this.path = path;
  }
}

/** Text that is already canonical, to be embedded in a value. */
export class CanonicalText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A container being written: its keys (none for an array), and how many members have been written. */
interface Frame {
  container: Record<string, unknown> | unknown[];
  keys: string[] | undefined;
  next: number;
  key: string;
}

/**
 * The RFC 8785 (JCS) text of a parsed JSON value: compact, keys sorted by UTF-16 code units, numbers and
 * strings as ECMAScript writes them. Members that are `undefined` are omitted, as in `JSON.stringify`. Depth
 * costs memory, not stack.
 *
 * @throws CanonicalJsonError for a lone surrogate, a non-finite number, or a value that is not JSON
 */
export function canonicalJson(value: unknown): string {
  const frames: Frame[] = [];
  let out = writeOpening(value, frames);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const member = nextMember(frame, frames);
    if (member === undefined) {
      out += frame.keys === undefined ? ']' : '}';
      frames.pop();
    } else {
      out += member.prefix + writeOpening(member.value, frames);
    }
  }
  return out;
}

function nextMember(frame: Frame, frames: Frame[]): { prefix: string; value: unknown } | undefined {
  const separator = frame.next === 0 ? '' : ',';
  if (frame.keys === undefined) {
    const items = frame.container as unknown[];
    if (frame.next === items.length) return undefined;
    frame.key = String(frame.next);
    return { prefix: separator, value: items[frame.next++] };
  }
  const key = frame.keys[frame.next];
  if (key === undefined) return undefined;
  frame.next += 1;
  frame.key = key;
  return {
    prefix: `${separator}${writeString(key, frames)}:`,
    value: (frame.container as Record<string, unknown>)[key],
  };
}

/** The text of a scalar, or the opening of a container whose members follow. */
function writeOpening(value: unknown, frames: Frame[]): string {
  if (typeof value === 'string') return writeString(value, frames);
  if (value === null) return 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new CanonicalJsonError(pathOf(frames), 'is not a finite number');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    frames.push({ container: value, keys: undefined, next: 0, key: '' });
    return '[';
  }
  if (value instanceof CanonicalText) return value.text;
  if (!isPlainObject(value)) throw new CanonicalJsonError(pathOf(frames), `is ${kindOf(value)}, not JSON`);
  // Own keys only, so that a `__proto__` in the JSON text is a member like any other.
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  // The default order of sort() is by UTF-16 code units, as RFC 8785 requires.
  frames.push({ container: value, keys: keys.sort(), next: 0, key: '' });
  return '{';
}

function writeString(text: string, frames: Frame[]): string {
  if (!text.isWellFormed()) throw new CanonicalJsonError(pathOf(frames), 'holds a lone surrogate');
  return JSON.stringify(text);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function kindOf(value: unknown): string {
  return typeof value === 'object'
    ? `a ${value?.constructor?.name ?? 'strange object'}`
    : `of type ${typeof value}`;
}

function pathOf(frames: readonly Frame[]): string {
  // Deep paths are truncated: the message is for a person.
  return frames
    .slice(0, 20)
    .map((frame) => frame.key.toWellFormed())
    .join('.');
}
