import { rememberText } from '../json-text.ts';
import { ownTurn } from '../own-turn.ts';
import {
  isBlank,
  type JsonOutline,
  type LongContainer,
  Malformed,
  type Member,
  PART_LENGTH,
} from './json-outline.ts';

export type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

/**
 * Matches long strings that need decoding: those with a backslash, or a character that may not appear
 * unescaped.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON refuses in a text
const NOT_AS_WRITTEN = /[\\\u0000-\u001f]/;

/**
 * Parses a long JSON text part by part, each in its own turn of the event loop, with the same result as
 * `JSON.parse`. The reviver is called for what is inside the parts, with the name or index there. Throws
 * `Malformed`.
 */
export function parseParts(outline: JsonOutline, reviver?: Reviver): Promise<unknown> {
  return new PartsParser(outline.text, reviver).parse(outline.root);
}

class PartsParser {
  readonly #text: string;
  readonly #reviver: Reviver | undefined;
  #sinceTurn = 0;

  constructor(text: string, reviver: Reviver | undefined) {
    this.#text = text;
    this.#reviver = reviver;
  }

  async parse(root: LongContainer | undefined): Promise<unknown> {
    return root === undefined ? parseText(this.#text, 0, this.#reviver) : this.#container(root);
  }

  #container(container: LongContainer): Promise<object> {
    return container.kind === 'object' ? this.#object(container) : this.#list(container);
  }

  async #object(container: LongContainer): Promise<object> {
    let made: Record<string, unknown> = {};
    for (const [i, member] of container.members.entries()) {
      await this.#turn(member);
      if (member.kind === 'run') {
        const part = this.#run(member, '{', '}') as Record<string, unknown>;
        if (i === 0) made = part;
        else for (const name of Object.keys(part)) put(made, name, part[name]);
      } else put(made, this.#name(member), await this.#long(member));
    }
    return rememberText(made, this.#text.slice(container.start, container.end));
  }

  async #list(container: LongContainer): Promise<object> {
    const made: unknown[] = [];
    for (const member of container.members) {
      await this.#turn(member);
      if (member.kind === 'run') {
        for (const item of this.#run(member, '[', ']') as unknown[]) made.push(item);
      } else {
        // An item has only whitespace before it; anything else would be a name.
        if (!isBlank(this.#text.slice(member.memberAt, member.start))) throw new Malformed(member.memberAt);
        made.push(await this.#long(member));
      }
    }
    return rememberText(made, this.#text.slice(container.start, container.end));
  }

  async #turn({ start, end }: Member): Promise<void> {
    this.#sinceTurn += end - start;
    if (this.#sinceTurn < PART_LENGTH) return;
    this.#sinceTurn = 0;
    await ownTurn();
  }

  #run({ start, end }: Member, open: string, close: string): unknown {
    return parseText(open + this.#text.slice(start, end) + close, start - 1, this.#reviver);
  }

  #long(member: Exclude<Member, { kind: 'run' }>): unknown {
    if (member.kind !== 'text') return this.#container(member);
    const bare = this.#text.slice(member.start + 1, member.end - 1);
    // A slice of the text takes no memory of its own.
    if (!NOT_AS_WRITTEN.test(bare)) return bare;
    return parseText(this.#text.slice(member.start, member.end), member.start);
  }

  #name({ memberAt, start }: Exclude<Member, { kind: 'run' }>): string {
    const found = parseText(`{${this.#text.slice(memberAt, start)}null}`, memberAt - 1);
    const [name] = Object.keys(found as object);
    if (name === undefined) throw new Malformed(memberAt);
    return name;
  }
}

function put(made: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') made[name] = value;
  else Object.defineProperty(made, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Like `JSON.parse`; throws `Malformed`, with positions counted from the offset. */
export function parseText(text: string, offset = 0, reviver?: Reviver): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // V8 quotes the input in its message; only the position is useful and safe to show.
    const position = /at position (\d+)/.exec(error.message)?.[1];
    throw new Malformed(position === undefined ? undefined : offset + Number(position));
  }
}
