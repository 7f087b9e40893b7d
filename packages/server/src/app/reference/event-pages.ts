import { type CatalogEntry, catalogEntries } from '../../engine/catalog/index.ts';
import { jsonBlock, lazyPage, type ReferencePage, table } from './reference-page.ts';

const platformTitles: Record<CatalogEntry['platform'], string> = {
  contracts: 'Contracts',
  outreach: 'Outreach',
  application_review: 'Application review',
  system: 'The service itself',
};

const catalogTitles: Record<CatalogEntry['catalogs'][number], string> = {
  events: 'the events API',
  webhooks: 'the webhooks API',
  area: 'the webhooks of the platform',
};

/** The list of all event names, and a page for each. */
export function eventPages(): ReferencePage[] {
  const entries = catalogEntries();
  return [
    lazyPage('events', 'Events', () => listText(entries)),
    ...entries.map((entry) => lazyPage(`events/${entry.name}`, `\`${entry.name}\``, () => pageText(entry))),
  ];
}

function listText(entries: readonly CatalogEntry[]): string {
  const sections = Object.entries(platformTitles).map(([platform, title]) => {
    const rows = entries
      .filter((entry) => entry.platform === platform)
      .map(({ name, trigger, catalogs, aliases }) => [
        `[\`${name}\`](events/${name}.md)`,
        trigger,
        catalogs.map((kind) => catalogTitles[kind]).join(', '),
        aliases.map((alias) => `\`${alias}\``).join(', '),
      ]);
    return `## ${title}\n\n${table(['Event', 'When', 'Catalogue', 'Also'], rows)}`;
  });
  return `
Every event type of every catalogue. "Also" lists other event types of the same fact: a subscription to any of them gets
it. Your own types need no entry here. \`GET /v1/events/catalog\` returns the same with full JSON Schemas.

${sections.join('\n\n')}
`;
}

function pageText(entry: CatalogEntry): string {
  const { name, platform, trigger, catalogs, aliases, sample } = entry;
  const family = `${name.split('.')[0]}.*`;
  const also = aliases.map((alias) => `[\`${alias}\`](${alias}.md)`).join(', ');
  return `
**${trigger}**

${platformTitles[platform]}. Listed by ${catalogs.map((kind) => catalogTitles[kind]).join(', ')}.${
    also === '' ? '' : ` The same fact is also called ${also}.`
  }

## Payload
The \`data\` of the event:

${table(['Field', 'Type', 'Meaning'], fieldRows(entry))}

## Sample
${jsonBlock(sample)}

${
  platform === 'system'
    ? `A pattern that begins with \`*\` does not match it: ask for its name, or for \`${family}\`.`
    : `Patterns match it too, such as \`${family}\`.`
} How deliveries look and are signed: [webhooks](../../webhooks.md). All event types: [Events](../events.md).
`;
}

interface FieldSchema {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  items?: FieldSchema;
  anyOf?: FieldSchema[];
}

function fieldRows({ schema }: CatalogEntry): string[][] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, FieldSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([field, about]) => [
    `\`${field}\`${required.includes(field) ? '' : ' (optional)'}`,
    typeName(about),
    about.description ?? '',
  ]);
}

function typeName({ type, enum: values, const: only, format, items, anyOf }: FieldSchema): string {
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (values !== undefined) return values.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  if (anyOf !== undefined) return anyOf.map(typeName).join(' or ');
  if (type === 'array') return items === undefined ? 'array' : `array of ${typeName(items)}`;
  if (format === 'timestamp') return 'timestamp';
  return Array.isArray(type) ? type.join(' or ') : (type ?? 'any');
}
