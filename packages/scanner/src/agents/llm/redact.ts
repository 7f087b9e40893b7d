import { detectSecrets } from '../../secrets/detect-secrets.ts';
import type { AgentInput } from '../../types/agent.ts';
import type { ApplicationIndex } from '../../types/application-index.ts';
import { REDACTED } from './model-agents.ts';

/** The secrets agent reads files up to this size. */
const MAX_TEXT_LENGTH = 4_194_304;
/** A shorter value is only redacted where it was found: elsewhere it is usually another word. */
const MIN_VALUE_LENGTH = 8;

const known = new WeakMap<ApplicationIndex, readonly string[]>();

/**
 * The text of a file as a model may see it: without any credentials that the secrets agent finds in the application,
 * certain or not. Line numbers do not change.
 */
export function createRedactor(input: AgentInput): (path: string) => string | undefined {
  const texts = new Map<string, string>();
  return (path) => {
    const text = texts.get(path) ?? input.files.text(path);
    if (text === undefined || texts.has(path)) return text;
    const redacted = redact(text, path, valuesOf(input));
    texts.set(path, redacted);
    return redacted;
  };
}

function redact(text: string, path: string, values: readonly string[]): string {
  let redacted = '';
  let at = 0;
  for (const { start, end } of detectSecrets(text, path)) {
    redacted += text.slice(at, start) + blank(text.slice(start, end));
    at = end;
  }
  redacted += text.slice(at);
  for (const value of values)
    if (redacted.includes(value)) redacted = redacted.replaceAll(value, blank(value));
  return redacted;
}

/** With the same number of lines. */
const blank = (value: string) =>
  value
    .split('\n')
    .map(() => REDACTED)
    .join('\n');

/** Every credential of the application, the longest first, so that none is left in part. */
function valuesOf({ index, files }: AgentInput): readonly string[] {
  const earlier = known.get(index);
  if (earlier !== undefined) return earlier;
  const values = new Set<string>();
  for (const { path, kind, sizeBytes } of index.files) {
    if (kind === 'binary' || sizeBytes > MAX_TEXT_LENGTH) continue;
    const text = files.text(path) ?? '';
    for (const { start, end } of detectSecrets(text, path))
      if (end - start >= MIN_VALUE_LENGTH) values.add(text.slice(start, end));
  }
  const sorted = [...values].sort((a, b) => b.length - a.length);
  known.set(index, sorted);
  return sorted;
}
