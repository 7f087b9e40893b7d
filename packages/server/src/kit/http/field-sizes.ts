import { Buffer } from 'node:buffer';
import type { TSchema } from 'typebox';
import { AppError } from '../errors/index.ts';
import type { JsonOutline, Member } from './json-outline.ts';
import { parseText } from './json-parts.ts';

/** Throws the refusal of a body with a field that is larger than its schema allows. */
export type CheckSizes = (outline: JsonOutline) => void;

export function fitsBytes(text: string, maxBytes: number): boolean {
  // Each character is one byte at least, and three at most.
  if (text.length > maxBytes) return false;
  return text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes;
}

/** Follows the name of a field. */
export function tooManyBytes(maxBytes: number): string {
  return `must have at most ${maxBytes} bytes as JSON`;
}

/** Looks at the fields of a body with `maxBytes` before any of it is parsed; undefined where none has it. */
export function compileSizes(schema: TSchema | undefined): CheckSizes | undefined {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, { maxBytes?: number }> };
  const limits = new Map(
    Object.entries(properties).flatMap(([name, { maxBytes }]) =>
      maxBytes === undefined ? [] : [[name, maxBytes] as const],
    ),
  );
  if (limits.size === 0) return undefined;
  const least = Math.min(...limits.values());
  return ({ root, text }) => {
    // In UTF-8 a character has three bytes at most.
    if (root?.kind !== 'object' || text.length * 3 <= least) return;
    for (const member of root.members) {
      if (member.kind === 'run') continue;
      const field = nameOf(text, member);
      const maxBytes = field === undefined ? undefined : limits.get(field);
      if (maxBytes === undefined || fitsBytes(text.slice(member.start, member.end), maxBytes)) continue;
      throw new AppError('invalid_request', {
        message: `\`${field}\` ${tooManyBytes(maxBytes)}.`,
        field: field as string,
      });
    }
  };
}

function nameOf(text: string, { memberAt, start }: Exclude<Member, { kind: 'run' }>): string | undefined {
  return Object.keys(parseText(`{${text.slice(memberAt, start)}null}`, memberAt - 1) as object)[0];
}
