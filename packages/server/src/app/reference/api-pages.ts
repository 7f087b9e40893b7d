import { escapeHtml } from '../../kit/escape-html.ts';
import { codeBlock, paragraphsOf, textOf } from './html.ts';
import {
  type Answer,
  type ApiDocument,
  areaAddress,
  nameIn,
  operationAddress,
  operationsOf,
  type PlacedOperation,
  type Schema,
} from './openapi-document.ts';
import { samplesOf, shownRequest } from './operation-samples.ts';
import { isRefusal, refusalsOf } from './refusals-html.ts';
import { renderFrame } from './render-page.ts';
import { type FieldSource, fieldRow, fieldTable, insideOf, typeOf } from './schema-html.ts';
import { schemaPages } from './schema-pages.ts';
import { SCHEMAS_ADDRESS, type SchemaArea, schemaAddresses, schemaAreas } from './schema-places.ts';
import type { MenuGroup, SideMenu } from './side-menu.ts';

/** A guide for beginners, as listed on the first page. */
export interface Beginning {
  href: string;
  title: string;
  /** Markdown. */
  text: string;
}

/**
 * The pages of the API by their address below `/docs/`: the list of all operations, one page for each area, and the
 * schemas.
 */
export function apiPages(
  document: ApiDocument,
  menu: SideMenu,
  begin: readonly Beginning[],
): Map<string, () => string> {
  const areas = areasOf(document);
  const schemas = schemaAreas(document);
  const pages: [string, () => string][] = [
    ...areas.map((area): [string, () => string] => [
      areaAddress(area.name),
      () => areaPage(document, area, schemas, menu),
    ]),
    ...schemaPages(schemas, menu),
  ];
  return new Map([
    ['', () => listPage(document, areas, menu, begin)],
    ...pages.map(([address, make]) => [address.slice('/docs/'.length), make] as const),
  ]);
}

/** The areas of the API for the menu at the side. */
export function apiGroup(document: ApiDocument): MenuGroup {
  const schemas = schemaAreas(document).map(({ address, title }) => ({ href: address, title }));
  return {
    title: 'API',
    entries: [
      { href: '/docs', title: 'All operations' },
      ...document.tags.map(({ name }) => ({ href: areaAddress(name), title: name })),
      { href: SCHEMAS_ADDRESS, title: 'Schemas', pages: schemas },
    ],
  };
}

interface Area {
  name: string;
  description: string;
  operations: PlacedOperation[];
}

function areasOf(document: ApiDocument): Area[] {
  const byTag = Map.groupBy(operationsOf(document), ({ tags: [tag = ''] }) => tag);
  return document.tags.map((tag) => ({ ...tag, operations: byTag.get(tag.name) ?? [] }));
}

function listPage({ info }: ApiDocument, areas: Area[], menu: SideMenu, begin: readonly Beginning[]): string {
  const lists = areas.map(
    ({ name, description, operations }) => `<section>
<h3 id="${name.toLowerCase()}"><a href="${areaAddress(name)}">${name}</a></h3>
<p>${textOf(description)}</p>
<ul class="operations">${operations.map(listEntry).join('\n')}</ul>
</section>`,
  );
  const guides = begin.map(
    ({ href, title, text }) => `<li><a href="${href}">${escapeHtml(title)}</a>: ${textOf(text)}</li>`,
  );
  const first = guides.length === 0 ? '' : `<h2>Begin</h2><ul class="operations">${guides.join('\n')}</ul>`;
  const main = `<h1>The API</h1>
<p>Version ${escapeHtml(info.version)}. ${textOf(info.description)}</p>
<p>Everything here is in <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1), for generators and other tools.</p>
${first}
<h2>All operations</h2>
${ABOUT_SAMPLES}
${lists.join('\n')}`;
  return renderFrame({ title: 'The API', address: '/docs', menu: menu('/docs'), main });
}

function listEntry(operation: PlacedOperation): string {
  const { method, path, summary } = operation;
  return `<li><a href="${operationAddress(operation)}">${textOf(summary)}</a> ${placeOf(method, path)}</li>`;
}

function placeOf(method: string, path: string): string {
  return `<code class="place"><b class="${method.toLowerCase()}">${method}</b> ${escapeHtml(path).replaceAll('/', '/<wbr>')}</code>`;
}

/** Repeated on each page with samples, because many readers come from a search and see only that page. */
const ABOUT_SAMPLES = `<p>The samples read the address and the key from <code>TRIVIUM_URL</code> and
<code>TRIVIUM_API_KEY</code>; in TypeScript, <code>trivium</code> is <code>new Trivium({ url, key })</code> of
<code>@trivium/sdk</code>. The samples come from a real run: replace their ids with yours.</p>`;

function areaPage(document: ApiDocument, area: Area, schemas: readonly SchemaArea[], menu: SideMenu): string {
  const below = area.operations.map(({ operationId, summary }) => ({
    href: `#${operationId}`,
    title: summary,
  }));
  const source = {
    schemas: document.components.schemas,
    shown: new Set<string>(),
    addressOf: schemaAddresses(schemas),
  };
  const main = `<h1>${area.name}</h1>
<p>${textOf(area.description)}</p>
${ABOUT_SAMPLES}
${area.operations.map((operation) => operationSection(document, operation, source)).join('\n')}`;
  return renderFrame({
    title: `${area.name} API`,
    address: areaAddress(area.name),
    menu: menu(areaAddress(area.name), below),
    main,
  });
}

function operationSection(document: ApiDocument, operation: PlacedOperation, source: FieldSource): string {
  const { operationId, method, path, summary, description } = operation;
  return `<section class="operation" id="${operationId}" aria-labelledby="${operationId}-title">
<h2 id="${operationId}-title">${textOf(summary)} <a class="anchor" href="#${operationId}" aria-label="Link to ${escapeHtml(summary)}">#</a></h2>
<p>${placeOf(method, path)}</p>
${paragraphsOf(description)}
<div class="columns"><div>
${parametersOf(operation, source)}${bodyOf(document, operation, source)}${answersOf(document, operation, source)}
</div><div>
${samplesHtml(operation)}
</div></div>
</section>`;
}

function parametersOf({ parameters = [] }: PlacedOperation, source: FieldSource): string {
  const places = { path: 'Path', query: 'Query', header: 'Headers' } as const;
  const groups = Object.entries(places).map(([place, title]) => {
    const rows = parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, required, description }) =>
        fieldRow(
          name,
          { ...schema, ...(description !== undefined && { description }) },
          { isRequired: required, source },
        ),
      );
    return rows.length === 0 ? '' : `<h3>${title}</h3><dl class="fields">${rows.join('\n')}</dl>`;
  });
  return groups.join('\n');
}

function bodyOf(document: ApiDocument, { requestBody }: PlacedOperation, source: FieldSource): string {
  if (requestBody === undefined) return '';
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(requestBody.content);
  const others = Object.keys(requestBody.content).slice(1);
  const more =
    others.length === 0
      ? ''
      : `<p>Or the file itself as ${others.map((it) => `<code>${it}</code>`).join(', ')}.</p>`;
  const optional = requestBody.required ? '' : ' It may be left out.';
  return `<h3>Body</h3><p><code>${type}</code>, ${typeOf(schema, source)}.${optional}</p>${fieldTable(resolve(document, schema), source)}${more}`;
}

function answersOf(document: ApiDocument, operation: PlacedOperation, source: FieldSource): string {
  const answers = Object.entries(operation.responses).flatMap(([status, answer]) => {
    const known = '$ref' in answer ? document.components.responses[nameIn(answer.$ref)] : answer;
    return known === undefined ? [] : [[status, known] as const];
  });
  const rows = answers.filter(([, answer]) => !isRefusal(answer)).map((it) => answerRow(...it, source));
  return `<h3>Responses</h3><dl class="fields">${rows.join('\n')}</dl>${refusalsOf(document, operation)}`;
}

function answerRow(status: string, { content }: Answer, source: FieldSource): string {
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(content ?? {});
  const what =
    content === undefined
      ? 'without a body'
      : `${typeOf(schema, source)}${type === 'application/json' ? '' : `, <code>${type}</code>`}`;
  return `<dt><code>${status}</code> <i>${what}</i></dt><dd>${insideOf(schema, source, [''])}</dd>`;
}

function samplesHtml(operation: PlacedOperation): string {
  const { curl, typescript } = samplesOf(operation);
  const { summary, operationId } = operation;
  const parts = [
    `<div class="sample" data-language="curl"><h3>curl</h3>${codeBlock(curl, `curl: ${summary}`)}</div>`,
  ];
  if (typescript !== undefined) {
    const block = codeBlock(typescript, `TypeScript: ${summary}`);
    parts.push(`<div class="sample" data-language="typescript"><h3>TypeScript</h3>${block}</div>`);
  }
  const [answer] = Object.entries(operation.responses).flatMap(([status, it]) =>
    Object.values(('content' in it && it.content) || {})
      .filter(({ example }) => example !== undefined)
      .map(({ example }) => [status, example] as const),
  );
  if (answer !== undefined) {
    const [status, example] = answer;
    const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
    parts.push(`<h3>Response ${status}</h3>${codeBlock(text, `Response: ${summary}`)}`);
  }
  parts.push(
    `<details class="try" data-operation="${operationId}" data-request="${escapeHtml(tryOf(operation))}"><summary>Try it<span class="away">: ${textOf(summary)}</span></summary></details>`,
  );
  return parts.join('\n');
}

/** What the page's script needs to call the operation. */
function tryOf(operation: PlacedOperation): string {
  const { method, path, parameters = [], requestBody } = operation;
  const [type, content] = shownRequest(operation) ?? Object.entries(requestBody?.content ?? {})[0] ?? [];
  const fields = parameters
    .filter((parameter) => parameter.in !== 'header')
    .map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      required: parameter.required,
      example: parameter.example,
    }));
  const isFile = type !== undefined && type !== 'application/json';
  return JSON.stringify({ method, path, fields, type, isFile, body: isFile ? undefined : content?.example });
}

function resolve(document: ApiDocument, schema: Schema): Schema {
  return schema.$ref === undefined ? schema : (document.components.schemas[nameIn(schema.$ref)] ?? {});
}
