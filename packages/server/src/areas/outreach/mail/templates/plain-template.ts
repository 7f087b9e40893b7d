/** Names available in a template: the lead's fields, the sender's, links, and the caller's variables. */
export type TemplateVariables = Record<string, unknown>;

/** A rendered text. */
export interface Rendered {
  text: string;
  /** Names in the template without a value; the text is then left unrendered. */
  unresolved: string[];
  /** Why the text could not be rendered, where that is tolerated. */
  fault?: string;
}

/** A template of only text and placeholders, without any other syntax. */
export interface PlainTemplate {
  text: string;
  parts: readonly (string | Place)[];
}

interface Place {
  path: readonly string[];
  fallback: string | undefined;
}

const OUTPUT =
  /\{\{[ \t]*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)[ \t]*(?:\|[ \t]*default[ \t]*:[ \t]*(?:"([^"\\{}]*)"|'([^'\\{}]*)')[ \t]*)?\}\}/y;
/** Reserved words that are not names; and names the language computes itself. */
const RESERVED_WORDS = new Set([
  'true',
  'false',
  'nil',
  'null',
  'empty',
  'blank',
  'and',
  'or',
  'not',
  'contains',
]);
const WORKED_OUT = new Set(['size', 'first', 'last']);
/** Maximum length of the output; longer texts go to the sandbox. */
const MAX_LENGTH = 64_000;

/**
 * Parses a template whose cost is evident from its form: text and placeholders such as `{{ lead.name |
 * default: "you" }}`. Undefined for any other. Linear time.
 */
export function readPlainTemplate(text: string): PlainTemplate | undefined {
  if (text.includes('{%')) return undefined;
  const parts: (string | Place)[] = [];
  let end = 0;
  for (;;) {
    const at = text.indexOf('{{', end);
    const until = at < 0 ? text.length : at;
    if (until > end) parts.push(text.slice(end, until));
    if (at < 0) return { text, parts };
    OUTPUT.lastIndex = at;
    const found = OUTPUT.exec(text);
    if (found === null) return undefined;
    const [, name = '', ...fallbacks] = found;
    const path = name.split('.');
    if (RESERVED_WORDS.has(path.at(0) ?? '') || path.some((name) => WORKED_OUT.has(name))) return undefined;
    parts.push({ path, fallback: fallbacks[0] ?? fallbacks[1] });
    end = OUTPUT.lastIndex;
  }
}

/**
 * Renders it as the template language would; undefined when a value is not a scalar or the result would be
 * long.
 */
export function fillPlainTemplate(
  { text, parts }: PlainTemplate,
  variables: TemplateVariables,
): Rendered | undefined {
  // Without placeholders its length was already checked when it was accepted.
  if (parts.length <= 1 && typeof parts[0] !== 'object') return { text, unresolved: [] };
  let filled = '';
  for (const part of parts) {
    if (typeof part === 'string') filled += part;
    else {
      const value = valueAt(part, variables);
      if (value === undefined) return undefined;
      if (typeof value === 'object') return { text, unresolved: [value.missing] };
      filled += value;
    }
    if (filled.length > MAX_LENGTH) return undefined;
  }
  return { text: filled, unresolved: [] };
}

/** Undefined when this cannot be decided here. */
function valueAt(
  { path, fallback }: Place,
  variables: TemplateVariables,
): string | { missing: string } | undefined {
  let value: unknown = variables;
  for (const [i, name] of path.entries()) {
    if (value === null || value === undefined) break;
    if (!isPlainObject(value)) return undefined;
    value = Object.hasOwn(value, name) ? value[name] : undefined;
    if (value === undefined && fallback === undefined) return { missing: path.slice(0, i + 1).join('.') };
  }
  if (value === null || value === undefined) return fallback ?? '';
  if (value === '' || value === false) return fallback ?? String(value);
  if (typeof value === 'string') return value;
  return typeof value === 'number' || value === true ? String(value) : undefined;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
