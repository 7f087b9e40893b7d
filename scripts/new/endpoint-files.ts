import type { EndpointNames } from './endpoint-names.ts';

/** The new files of a resource, by path from the root. Biome formats them. */
export function endpointFiles(names: EndpointNames, migration: string): Map<string, string> {
  const folder = `packages/server/src/areas/${names.area}/${names.resource}`;
  return new Map([
    [`packages/server/migrations/${migration}_${names.plural.snake}.sql`, migrationOf(names)],
    [`${folder}/${names.kebab}.schema.ts`, schemaOf(names)],
    [`${folder}/${names.kebab}.repository.ts`, repositoryOf(names)],
    [`${folder}/create-${names.kebab}.ts`, useCaseOf(names)],
    [`${folder}/${names.kebab}.routes.ts`, routesOf(names)],
    [`${folder}/${names.kebab}.test.ts`, testOf(names)],
  ]);
}

/** The relative path from the folder of the resource to `packages/server/src`. */
function upFrom({ resource }: EndpointNames): string {
  return '../'.repeat(2 + resource.split('/').length);
}

function migrationOf({ plural, words, area }: EndpointNames): string {
  return `-- ${capital(words)} of ${area}.
create table ${plural.snake} (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  created_at timestamptz(3) not null,
  primary key (org_id, id)
);
create index ${plural.snake}_newest on ${plural.snake} (org_id, created_at desc, id desc);
`;
}

function schemaOf(names: EndpointNames): string {
  const { camel, pascal, kebab, words, plural, prefix } = names;
  return `import { type Static, Type } from 'typebox';
import { listOf, named, pageQuery, strictObject, textField, timestampField, toRecord } from '${upFrom(names)}kit/http/index.ts';
import { formatId } from '${upFrom(names)}kit/ids.ts';
import type { ${pascal} } from './${kebab}.repository.ts';

export const ${camel}Params = Type.Object({ id: Type.String({ description: 'The ${words}, \`${prefix}_…\`.' }) });

export const list${plural.pascal}Query = strictObject(pageQuery);

export const create${pascal}Body = strictObject({ name: textField(200, 'What it is called.') });

export const ${camel}Record = named(
  '${pascal}',
  Type.Object({
    id: Type.String({ description: '\`${prefix}_…\`' }),
    name: Type.String({ description: 'What it is called.' }),
    created_at: timestampField('When it was made.'),
  }),
);

export const ${camel}List = listOf('${plural.snake}', ${camel}Record);

export function to${pascal}Record(${camel}: ${pascal}): Static<typeof ${camel}Record> {
  return toRecord(${camel}Record, ${camel}, { id: formatId('${prefix}', ${camel}.id) });
}
`;
}

function repositoryOf(names: EndpointNames): string {
  const { camel, pascal, plural } = names;
  const table = plural.pascal.charAt(0).toLowerCase() + plural.pascal.slice(1);
  return `import {
  column,
  defineTable,
  insertRows,
  type QueryRows,
  queryPage,
  type ReadPage,
  type RowOf,
} from '${upFrom(names)}kit/db/index.ts';

export const ${table} = defineTable('${plural.snake}', {
  orgId: column.uuid(),
  id: column.uuid(),
  name: column.text(),
  createdAt: column.timestamp(),
});

export type ${pascal} = RowOf<typeof ${table}>;

/** False when the id is taken: a repeat of the request finds what it made before. */
export async function insert${pascal}(query: QueryRows, ${camel}: ${pascal}): Promise<boolean> {
  const made = await insertRows(query, ${table}, [${camel}], { skipTaken: ['orgId', 'id'], returning: ['id'] });
  return made.length > 0;
}

export async function find${pascal}(query: QueryRows, orgId: string, id: string): Promise<${pascal} | undefined> {
  const rows = await query<${pascal}>(
    \`select \${${table}.columns} from ${plural.snake} where org_id = $1 and id = $2\`,
    [orgId, id],
  );
  return rows[0];
}

/** Newest first, ties by id. */
export function list${plural.pascal}(
  query: QueryRows,
  orgId: string,
  page: { limit: number; offset: number },
): Promise<ReadPage<${pascal}>> {
  return queryPage(
    query,
    {
      rows: \`select \${${table}.columns} from ${plural.snake} where org_id = $1
        order by created_at desc, id desc limit $2 offset $3\`,
      count: 'select count(*) from ${plural.snake} where org_id = $1',
    },
    [orgId, page.limit, page.offset],
  );
}
`;
}

function useCaseOf(names: EndpointNames): string {
  const { camel, pascal, kebab, words } = names;
  return `import type { UnitOfWork } from '${upFrom(names)}engine/spine/index.ts';
import type { Clock } from '${upFrom(names)}kit/clock.ts';
import { rowsIn } from '${upFrom(names)}kit/db/index.ts';
import { required } from '${upFrom(names)}kit/required.ts';
import { find${pascal}, insert${pascal}, type ${pascal} } from './${kebab}.repository.ts';

export interface Create${pascal}Ports {
  unitOfWork: UnitOfWork;
  clock: Clock;
}

/** Makes a ${words}. What happens with it in the same commit, such as an event, goes into the unit of work. */
export function create${pascal}(
  { unitOfWork, clock }: Create${pascal}Ports,
  { orgId, id, name }: { orgId: string; id: string; name: string },
): Promise<${pascal}> {
  const ${camel}: ${pascal} = { orgId, id, name, createdAt: new Date(clock.now()) };
  return unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    if (await insert${pascal}(query, ${camel})) return { value: ${camel} };
    return { value: required(await find${pascal}(query, orgId, id), 'the ${words} made before') };
  });
}
`;
}

function routesOf(names: EndpointNames): string {
  const { camel, pascal, kebab, plural, facts } = names;
  return `import type { AnyDatabase } from '${upFrom(names)}engine/spine/index.ts';
import { rowsIn } from '${upFrom(names)}kit/db/index.ts';
import { notFound } from '${upFrom(names)}kit/errors/index.ts';
import { type AnyRoute, created, defineRoute, ok, okList, pageOf } from '${upFrom(names)}kit/http/index.ts';
import { parseId, uuidOf } from '${upFrom(names)}kit/ids.ts';
import { create${pascal}, type Create${pascal}Ports } from './create-${kebab}.ts';
import { find${pascal}, list${plural.pascal} } from './${kebab}.repository.ts';
import {
  create${pascal}Body,
  list${plural.pascal}Query,
  ${camel}List,
  ${camel}Params,
  ${camel}Record,
  to${pascal}Record,
} from './${kebab}.schema.ts';

export interface ${pascal}RoutesPorts extends Create${pascal}Ports {
  db: AnyDatabase;
}

const base = '${facts.base}/${plural.kebab}';
const read = { tag: '${facts.tag}', access: '${facts.read.access}', limits: ['${facts.read.limit}'] } as const;
const write = { tag: '${facts.tag}', access: '${facts.write.access}', limits: ['${facts.write.limit}'] } as const;

export function ${camel}Routes(service: () => ${pascal}RoutesPorts): AnyRoute[] {
  return [
${rowsOf(names)}
  ];
}
`;
}

function rowsOf({ camel, pascal, words, plural, prefix }: EndpointNames): string {
  return `    defineRoute({
      ...write,
      method: 'POST',
      path: base,
      operationId: 'create${pascal}',
      summary: 'Make a ${words}',
      body: create${pascal}Body,
      responses: { 201: ${camel}Record },
      handler: async ({ principal, body, newId }) => {
        const id = uuidOf(newId('${prefix}'));
        return created(to${pascal}Record(await create${pascal}(service(), { orgId: principal.orgId, id, ...body })));
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: base,
      operationId: 'list${plural.pascal}',
      summary: 'List ${plural.kebab.replaceAll('-', ' ')}',
      description: 'Newest first.',
      query: list${plural.pascal}Query,
      responses: { 200: ${camel}List },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { rows, total } = await list${plural.pascal}(rowsIn(service().db), principal.orgId, page);
        return okList('${plural.snake}', rows.map(to${pascal}Record), total, page);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: \`\${base}/:id\`,
      operationId: 'get${pascal}',
      summary: 'Read a ${words}',
      params: ${camel}Params,
      responses: { 200: ${camel}Record },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = parseId('${prefix}', params.id);
        const found = id && (await find${pascal}(rowsIn(service().db), principal.orgId, id));
        if (!found) throw notFound('${words}');
        return ok(to${pascal}Record(found));
      },
    }),`;
}

function testOf(names: EndpointNames): string {
  const { words, plural, facts } = names;
  return `import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '${upFrom(names)}app/testing/test-service.ts';
import { callerOf } from '${upFrom(names)}kit/http/testing/call-api.ts';

const path = '${facts.base}/${plural.kebab}';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.stop());

test('a ${words} reads and lists as it was answered when it was made', async () => {
  const made = await service.call('POST', path, { name: 'First' });
  expect(made).toMatchObject({ status: 201, body: { name: 'First' } });
  expect((await service.call('GET', \`\${path}/\${made.body.id}\`)).body).toEqual(made.body);
  expect((await service.call('GET', path)).body).toMatchObject({ ${plural.snake}: [made.body], total: 1 });
});

test('a ${words} of another organization is answered as one that does not exist', async () => {
  const { body: made } = await service.call('POST', path, { name: 'Ours' });
  const ask = callerOf(service.address, await service.addKey('other'));
  const answer = await ask('GET', \`\${path}/\${made.id}\`);
  expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  expect((await ask('GET', path)).body).toMatchObject({ ${plural.snake}: [], total: 0 });
});
`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
