import { escapeHtml, textOf } from './html.ts';
import { nameIn, SCHEMAS_ADDRESS, type Schema } from './openapi-document.ts';

/** The fields of an object, one a row. */
export function fieldTable(schema: Schema): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) =>
    fieldRow(name, field, schema.required?.includes(name) ?? false),
  );
  if (rows.length === 0) return '';
  return `<dl class="fields">${rows.join('\n')}</dl>`;
}

export function fieldRow(name: string, field: Schema, isRequired: boolean): string {
  const notes = [
    isRequired ? '<b>required</b>' : '',
    ...boundsOf(field).map((bound) => `<span>${bound}</span>`),
  ];
  const text = field.description === undefined ? '' : `<p>${textOf(field.description)}</p>`;
  return `<dt><code>${escapeHtml(name)}</code> <i>${typeOf(field)}</i> ${notes.filter(Boolean).join(' ')}</dt><dd>${text}</dd>`;
}

/** The type in words, with links to what has a name. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = nameIn(schema.$ref);
    return `<a href="${SCHEMAS_ADDRESS}#${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return valueHtml(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(valueHtml).join(' or ');
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return [...new Set(branches.map(typeOf))].join(' or ');
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.format === 'date-time') return 'time';
  if (schema.format === 'binary') return 'file';
  if (schema.type === 'object') {
    const more = schema.additionalProperties ?? Object.values(schema.patternProperties ?? {})[0];
    return typeof more === 'object' ? `object of ${typeOf(more)}` : 'object';
  }
  return schema.type ?? 'anything';
}

function valueHtml(value: unknown): string {
  return `<code>${escapeHtml(JSON.stringify(value))}</code>`;
}

function boundsOf(schema: Schema): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern } = schema;
  return [
    range(minLength, maxLength, 'characters'),
    range(minItems, maxItems, 'items'),
    range(minimum, maximum, ''),
    pattern !== undefined && pattern.length <= 60 ? `fits <code>${escapeHtml(pattern)}</code>` : '',
    schema.default === undefined ? '' : `default ${valueHtml(schema.default)}`,
  ].filter((text) => text !== '');
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  const format = (count: number) => count.toLocaleString('en-US');
  const what = unit === '' ? '' : ` ${unit}`;
  if (least !== undefined && most !== undefined) return `${format(least)} to ${format(most)}${what}`;
  if (most !== undefined) return `at most ${format(most)}${what}`;
  return least !== undefined && (unit === '' || least > 0) ? `at least ${format(least)}${what}` : '';
}
