import { textOf } from './html.ts';
import type { Schema } from './openapi-document.ts';
import { renderFrame } from './render-page.ts';
import { type FieldSource, fieldTable, typeOf } from './schema-html.ts';
import { SCHEMAS_ADDRESS, type SchemaArea, schemaAddresses } from './schema-places.ts';
import type { SideMenu } from './side-menu.ts';

/** By address: a list of all schemas with the names of their fields, and a page with the schemas of each area. */
export function schemaPages(areas: readonly SchemaArea[], menu: SideMenu): [string, () => string][] {
  return [
    [SCHEMAS_ADDRESS, () => listPage(areas, menu)],
    ...areas.map((area): [string, () => string] => [area.address, () => areaPage(area, areas, menu)]),
  ];
}

/**
 * Names and fields stand here for the search of the browser. All schemas used to be on this page: where an older link
 * leads to one, the script of the page goes on to where it is now.
 */
function listPage(areas: readonly SchemaArea[], menu: SideMenu): string {
  const lists = areas.map(
    ({ address, title, description, schemas }) => `<section>
<h2><a href="${address}">${title}</a></h2>
<p>${textOf(description)}</p>
<ul class="operations">${schemas.map((it) => listEntry(...it, address)).join('\n')}</ul>
</section>`,
  );
  const main = `<h1>Schemas</h1>
<p>What bodies and answers are made of. <code>@trivium/sdk</code> exports each as a type of this name
(<code>Error</code> as <code>ErrorBody</code>).</p>
${lists.join('\n')}`;
  return renderFrame({ title: 'Schemas', address: SCHEMAS_ADDRESS, menu: menu(SCHEMAS_ADDRESS), main });
}

function listEntry(name: string, { description, properties = {} }: Schema, address: string): string {
  const text = description === undefined ? '' : `: ${textOf(description)}`;
  const fields = Object.keys(properties).map((field) => `<code>${field}</code>`);
  const list = fields.length === 0 ? '' : `<br><small>${fields.join(' ')}</small>`;
  return `<li id="${name}"><a href="${address}#${name}" data-moved>${name}</a>${text}${list}</li>`;
}

function areaPage(area: SchemaArea, areas: readonly SchemaArea[], menu: SideMenu): string {
  const { address, title, description, schemas } = area;
  const source: FieldSource = { schemas: {}, shown: new Set(), addressOf: schemaAddresses(areas) };
  const below = schemas.map(([name]) => ({ href: `#${name}`, title: name }));
  const main = `<h1>Schemas: ${title}</h1>
<p>${textOf(description)} <a href="${SCHEMAS_ADDRESS}">All schemas</a></p>
${schemas.map((it) => schemaSection(...it, source)).join('\n')}`;
  return renderFrame({ title: `${title} schemas`, address, menu: menu(address, below), main });
}

function schemaSection(name: string, schema: Schema, source: FieldSource): string {
  const text = schema.description === undefined ? '' : `<p>${textOf(schema.description)}</p>`;
  const shape =
    schema.properties === undefined ? `<p>${typeOf(schema, source)}</p>` : fieldTable(schema, source);
  return `<section class="operation" id="${name}"><h2>${name} <a class="anchor" href="#${name}" aria-label="Link to ${name}">#</a></h2>${text}${shape}</section>`;
}
