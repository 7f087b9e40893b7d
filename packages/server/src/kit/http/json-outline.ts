/** A slice of a text, `end` exclusive. */
interface Part {
  start: number;
  end: number;
}

/** Consecutive members, without the commas around them. */
interface Run extends Part {
  kind: 'run';
}

/** A long string among the members; `start` and `end` are those of its quotes. */
interface LongText extends Part {
  kind: 'text';
  /** Where the member begins, name included. */
  memberAt: number;
}

/** An object or list that is itself long. */
export interface LongContainer extends Part {
  kind: 'object' | 'list';
  memberAt: number;
  members: Member[];
}

export type Member = Run | LongText | LongContainer;

/** An open container; one frame per level, reused. */
interface Frame {
  isObject: boolean;
  start: number;
  /** Start of what follows the last finished part. */
  runAt: number;
  /** Position in this container, or -1. */
  lastComma: number;
  /** A long member has ended, and no comma has followed yet. */
  isAfterLong: boolean;
  members: Member[];
}

/**
 * From this length on, a member becomes a part of its own; that many characters parse in a fraction of a
 * millisecond.
 */
export const PART_LENGTH = 16_384;
/** Work per turn: characters outside of strings, plus an eighth of those inside. */
const TURN_LENGTH = 65_536;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const UPPER_E = 0x45;
const LOWER_E = 0x65;
// Fifteen digits always survive a double; numbers with sixteen or more are checked.
const SAFE_DIGITS = 15;
const NO_BLANK = /[^ \t\n\r]/;

/** The text cannot be JSON. */
export class Malformed extends Error {
  /** Undefined when the text ends too early. */
  readonly position: number | undefined;

  constructor(position?: number) {
    super('malformed');
    this.position = position;
  }
}

/**
 * Scans the nesting of a JSON text and finds where it can be split, in slices so that other requests are
 * served in between. It looks only at brackets, commas and quotes; `JSON.parse` decides whether each part is
 * valid.
 */
export class JsonOutline {
  readonly text: string;
  /** The outermost container, when it is long. */
  root: LongContainer | undefined;
  depth = 0;
  deepest = 0;
  /** Whether some number may not fit a double. */
  wideNumbers = false;
  #at = 0;
  #digits = 0;
  #hasEnded = false;
  /** Start of the current string, or -1. */
  #quoteAt = -1;
  readonly #partLength: number;
  /** The text has no long parts: only its depth is checked. */
  readonly #isShort: boolean;
  readonly #frames: Frame[] = [];

  constructor(text: string, partLength = PART_LENGTH) {
    this.text = text;
    this.#partLength = partLength;
    this.#isShort = text.length <= partLength;
  }

  /**
   * Continues the scan; false at the end of the text. Stops at a depth greater than `maxDepth`. Throws
   * `Malformed`.
   */
  readOn(maxDepth: number): boolean {
    const { text } = this;
    let left = TURN_LENGTH;
    let digits = this.#digits;
    let i = this.#at;
    for (; i < text.length && left > 0 && this.deepest <= maxDepth; i++, left--) {
      const code = this.#quoteAt === -1 ? text.charCodeAt(i) : QUOTE;
      if (code >= 0x30 && code <= 0x39) {
        if (++digits > SAFE_DIGITS) this.wideNumbers = true;
      } else if (code === QUOTE) {
        digits = 0;
        const end = this.#skipText(i);
        left -= (end - i) >> 3;
        i = end;
      } else if (code !== 0x2e) {
        if ((code === UPPER_E || code === LOWER_E) && digits > 0) this.wideNumbers = true;
        else digits = 0;
        if (code === COMMA || code > 0x5a) this.#look(code, i);
      }
    }
    this.#digits = digits;
    this.#at = i;
    return i < text.length && this.deepest <= maxDepth;
  }

  /** Call at the end of the text. Throws `Malformed`. */
  checkWhole(): void {
    if (this.depth > 0 || this.#quoteAt !== -1) throw new Malformed();
    if (this.root === undefined) return;
    this.#requireBlank(0, this.root.start);
    this.#requireBlank(this.root.end, this.text.length);
  }

  /** Skips from an opening quote, or from inside a string, to the closing quote and returns its index. */
  #skipText(at: number): number {
    const { text } = this;
    const isOpening = this.#quoteAt === -1;
    if (isOpening) this.#quoteAt = at;
    const start = this.#quoteAt;
    const end = text.indexOf('"', isOpening ? at + 1 : at);
    if (end === -1) return text.length;
    if (isEscaped(text, end, start)) return end;
    this.#quoteAt = -1;
    if (end - start > this.#partLength) this.#closeLongText(start, end + 1);
    return end;
  }

  #look(code: number, at: number): void {
    if (code === 0x7b || code === 0x5b) this.#open(code === 0x7b, at);
    else if (code === 0x7d || code === 0x5d) this.#close(code === 0x7d, at);
    else if (code === COMMA) this.#comma(at);
  }

  #open(isObject: boolean, at: number): void {
    if (this.#isShort) {
      if (++this.depth > this.deepest) this.deepest = this.depth;
      return;
    }
    if (this.#hasEnded) throw new Malformed(at);
    const frame = this.#frames[this.depth] ?? newFrame();
    this.#frames[this.depth++] = frame;
    if (this.depth > this.deepest) this.deepest = this.depth;
    frame.isObject = isObject;
    frame.start = at;
    frame.runAt = at + 1;
    frame.lastComma = -1;
    frame.isAfterLong = false;
  }

  #comma(at: number): void {
    if (this.#isShort) return;
    const frame = this.#frames[this.depth - 1];
    if (this.depth === 0 || frame === undefined) throw new Malformed(at);
    if (frame.isAfterLong) {
      this.#requireBlank(frame.runAt, at);
      frame.isAfterLong = false;
      frame.runAt = at + 1;
    } else if (at - frame.runAt > this.#partLength) this.#endRun(frame, at);
    frame.lastComma = at;
  }

  #close(isObject: boolean, at: number): void {
    if (this.#isShort) {
      this.depth--;
      return;
    }
    const frame = this.#frames[this.depth - 1];
    if (this.depth === 0 || frame === undefined || frame.isObject !== isObject) throw new Malformed(at);
    this.depth--;
    this.#hasEnded = this.depth === 0;
    if (frame.members.length === 0 && at - frame.start <= this.#partLength) return;
    if (frame.isAfterLong) this.#requireBlank(frame.runAt, at);
    else if (frame.members.length > 0 || frame.lastComma !== -1 || !this.#isBlank(frame.runAt, at)) {
      this.#endRun(frame, at);
    }
    const { start, members } = frame;
    frame.members = [];
    const end = at + 1;
    const kind = isObject ? 'object' : 'list';
    const parent = this.#frames[this.depth - 1];
    if (this.depth === 0 || parent === undefined) {
      this.root = { kind, memberAt: start, start, end, members };
      return;
    }
    const memberAt = this.#beginLong(parent, start);
    parent.members.push({ kind, memberAt, start, end, members });
    endLong(parent, end);
  }

  /** A long string becomes a part of its own, unless it is a name. */
  #closeLongText(start: number, end: number): void {
    const frame = this.#frames[this.depth - 1];
    if (this.depth === 0 || frame === undefined) return;
    if (frame.isObject) {
      const memberAt = Math.max(frame.runAt, frame.lastComma + 1);
      if (!this.text.slice(memberAt, start).trimEnd().endsWith(':')) return;
    }
    const memberAt = this.#beginLong(frame, start);
    frame.members.push({ kind: 'text', memberAt, start, end });
    endLong(frame, end);
  }

  /** Ends the run of members before the one that contains `start`; returns where that one begins. */
  #beginLong(frame: Frame, start: number): number {
    if (frame.isAfterLong) throw new Malformed(start);
    const { lastComma } = frame;
    if (lastComma >= frame.runAt) this.#endRun(frame, lastComma);
    return frame.runAt;
  }

  #endRun(frame: Frame, end: number): void {
    if (this.#isBlank(frame.runAt, end)) throw new Malformed(end);
    frame.members.push({ kind: 'run', start: frame.runAt, end });
    frame.runAt = end + 1;
  }

  #requireBlank(start: number, end: number): void {
    const found = this.text.slice(start, end).search(NO_BLANK);
    if (found !== -1) throw new Malformed(start + found);
  }

  #isBlank(start: number, end: number): boolean {
    return isBlank(this.text.slice(start, end));
  }
}

/** JSON whitespace only; `trim` knows more kinds. */
export function isBlank(text: string): boolean {
  return !NO_BLANK.test(text);
}

function endLong(frame: Frame, end: number): void {
  frame.runAt = end;
  frame.isAfterLong = true;
}

function newFrame(): Frame {
  return { isObject: false, start: 0, runAt: 0, lastComma: -1, isAfterLong: false, members: [] };
}

/** Whether an odd number of backslashes precedes it. */
function isEscaped(text: string, at: number, quoteAt: number): boolean {
  let first = at - 1;
  while (first > quoteAt && text.charCodeAt(first) === BACKSLASH) first--;
  return (at - 1 - first) % 2 === 1;
}
