import { escapeHtml } from '../../kit/escape-html.ts';
import { textOf } from './html.ts';
import { nameIn, type Schema } from './openapi-document.ts';
import type { SchemaAddress } from './schema-places.ts';

type Schemas = Readonly<Record<string, Schema>>;

/** The schemas for nested fields, and the objects that the page has already shown. */
export interface FieldSource {
  schemas: Schemas;
  shown: Set<string>;
  addressOf: SchemaAddress;
}

/** How deep the fields of fields are shown; what lies deeper is on the page of the schemas. */
const MAX_DEPTH = 3;

/** The fields of an object, one a row; below a field, folded, those of the objects in it, if the source has them. */
export function fieldTable(schema: Schema, source: FieldSource, above: readonly string[] = []): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const isRequired = schema.required?.includes(name) ?? false;
    return fieldRow(name, field, { isRequired, source, inside: insideOf(field, source, above) });
  });
  if (rows.length === 0) return '';
  return `<dl class="fields">${rows.join('\n')}</dl>`;
}

export interface FieldNotes {
  isRequired: boolean;
  source: FieldSource;
  /** HTML of the fields in it. */
  inside?: string;
}

export function fieldRow(
  name: string,
  field: Schema,
  { isRequired, source, inside = '' }: FieldNotes,
): string {
  const notes = [isRequired ? '<b>required</b>' : '', ...boundsOf(field)].filter(Boolean);
  const text = field.description === undefined ? '' : `<p>${textOf(field.description)}</p>`;
  return `<dt><code>${escapeHtml(name)}</code> <i>${[typeOf(field, source), ...notes].join(', ')}</i></dt><dd>${text}${inside}</dd>`;
}

/** The fields of the objects that a schema refers to. */
export function insideOf(schema: Schema, source: FieldSource, above: readonly string[] = []): string {
  if (above.length >= MAX_DEPTH) return '';
  const names = objectsIn(schema, source.schemas).filter((name) => !above.includes(name));
  return names.map((name) => inside(name, source, above)).join('');
}

/**
 * The fields of an object are on a page only once, because most operations of an area answer with the same few objects.
 * Where it occurs again, a link leads there, and the page's script puts a copy in its place when it is opened.
 */
function inside(name: string, source: FieldSource, above: readonly string[]): string {
  const summary = `<summary>Fields of <code>${name}</code></summary>`;
  if (source.shown.has(name)) {
    return `<details class="inside" data-of="${name}">${summary}<p><a href="#fields-${name}">As shown before</a></p></details>`;
  }
  // A deeply nested object is shown without its own nested objects, so other places must not link to it.
  const isWhole = above.length < MAX_DEPTH - 1;
  if (isWhole) source.shown.add(name);
  const fields = fieldTable(source.schemas[name] ?? {}, source, [...above, name]);
  if (fields === '') return '';
  return `<details class="inside"${isWhole ? ` id="fields-${name}"` : ''}>${summary}${fields}</details>`;
}

/** Names of the objects that a value may be, alone or in a list. */
function objectsIn(schema: Schema, schemas: Schemas): string[] {
  if (schema.$ref !== undefined) {
    const name = nameIn(schema.$ref);
    const known = schemas[name];
    if (known === undefined) return [];
    return known.properties === undefined ? objectsIn(known, schemas) : [name];
  }
  const branches = schema.anyOf ?? schema.oneOf ?? (schema.items === undefined ? [] : [schema.items]);
  return [...new Set(branches.flatMap((branch) => objectsIn(branch, schemas)))];
}

/** The type in words, with links to what has a name. */
export function typeOf(schema: Schema, source: FieldSource): string {
  if (schema.$ref !== undefined) {
    const name = nameIn(schema.$ref);
    return `<a href="${source.addressOf(name)}">${name}</a>`;
  }
  if (schema.const !== undefined) return valueHtml(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(valueHtml).join(' or ');
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined)
    return [...new Set(branches.map((branch) => typeOf(branch, source)))].join(' or ');
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {}, source)}`;
  if (schema.format === 'date-time') return 'time';
  if (schema.format === 'binary') return 'file';
  if (schema.type === 'object') {
    const more = schema.additionalProperties ?? Object.values(schema.patternProperties ?? {})[0];
    return typeof more === 'object' ? `object of ${typeOf(more, source)}` : 'object';
  }
  return schema.type ?? 'anything';
}

function valueHtml(value: unknown): string {
  return `<code>${escapeHtml(JSON.stringify(value))}</code>`;
}

/** The pattern of texts that may contain anything except NUL: it is not worth showing. */
const ANY_TEXT = '^[^\\x00]*$';

function boundsOf(schema: Schema): string[] {
  // For `null or X`, the bounds of X.
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (only !== undefined && others.length === 0 && only.$ref === undefined) return boundsOf(only);
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern } = schema;
  return [
    range(minLength, maxLength, 'characters'),
    range(minItems, maxItems, 'items'),
    range(minimum, maximum, ''),
    pattern !== undefined && pattern.length <= 60 && pattern !== ANY_TEXT
      ? `matches <code>${escapeHtml(pattern)}</code>`
      : '',
    schema.default === undefined ? '' : `default ${valueHtml(schema.default)}`,
  ].filter((text) => text !== '');
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  const format = (count: number) => count.toLocaleString('en-US');
  const what = unit === '' ? '' : ` ${unit}`;
  if (least !== undefined && most !== undefined && (least > 0 || unit === ''))
    return `${format(least)} to ${format(most)}${what}`;
  if (most !== undefined) return `at most ${format(most)}${what}`;
  return least !== undefined && (unit === '' || least > 0) ? `at least ${format(least)}${what}` : '';
}
