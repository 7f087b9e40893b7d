/** What a template may name: the lead's fields, the sender's, links, and the caller's own variables. */
export type TemplateVariables = Record<string, unknown>;

/** A text with its variables filled in. */
export interface Rendered {
  text: string;
  /** Names that the template uses and nothing stands for; the text is then left as it was. */
  unresolved: string[];
  /** Why the text could not be filled in, where that was let pass. */
  fault?: string;
}

/** A template that is texts and names of values, and nothing else of the language. */
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
/** Words of the language, where a name would stand; and names of what the language works out by itself. */
const WORDS = new Set(['true', 'false', 'nil', 'null', 'empty', 'blank', 'and', 'or', 'not', 'contains']);
const WORKED_OUT = new Set(['size', 'first', 'last']);
/** What comes out may be so long; more is filled in apart. */
const MAX_LENGTH = 64_000;

/**
 * Reads a template whose cost can be seen from its form: texts, and places such as `{{ lead.name | default: "you" }}`.
 * Undefined for any other. Takes time that grows with the length of the text alone.
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
    if (WORDS.has(path.at(0) ?? '') || path.some((name) => WORKED_OUT.has(name))) return undefined;
    parts.push({ path, fallback: fallbacks[0] ?? fallbacks[1] });
    end = OUTPUT.lastIndex;
  }
}

/** Fills it in, as the language would; undefined where a value is no single one, or all of it would be long. */
export function fillPlainTemplate(
  { text, parts }: PlainTemplate,
  variables: TemplateVariables,
): Rendered | undefined {
  // A text without places is as long as it was when it was taken.
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

/** Undefined for what is not for here to say. */
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
