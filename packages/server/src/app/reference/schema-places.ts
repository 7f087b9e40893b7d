import { type ApiDocument, areaAddress, nameIn, operationsOf, type Schema } from './openapi-document.ts';

/** The list of all schemas, which leads to the page of each. */
export const SCHEMAS_ADDRESS = areaAddress('schemas');

/** The schemas of one page. */
export interface SchemaArea {
  address: string;
  title: string;
  description: string;
  schemas: [string, Schema][];
}

/** The address of a schema, by its name. */
export type SchemaAddress = (name: string) => string;

/** Of schemas that no area has for itself. */
const shared = { name: 'Shared', description: 'Used by several areas.' };

/** The schemas by area: each with the only area whose operations lead to it, or else among those that are shared. */
export function schemaAreas(document: ApiDocument): SchemaArea[] {
  const areas = areasByName(document);
  return [...document.tags, shared].flatMap(({ name, description }) => {
    const schemas = Object.entries(document.components.schemas).filter(
      ([schema]) => (areas.get(schema) ?? shared.name) === name,
    );
    const address = `${SCHEMAS_ADDRESS}/${name.toLowerCase()}`;
    return schemas.length === 0 ? [] : [{ address, title: name, description, schemas }];
  });
}

export function schemaAddresses(areas: readonly SchemaArea[]): SchemaAddress {
  const addresses = new Map(
    areas.flatMap(({ address, schemas }) => schemas.map(([name]) => [name, `${address}#${name}`])),
  );
  return (name) => addresses.get(name) ?? SCHEMAS_ADDRESS;
}

function areasByName(document: ApiDocument): Map<string, string> {
  const { schemas } = document.components;
  const named = new Map(Object.entries(schemas).map(([name, schema]) => [name, namesIn(schema)]));
  const areas = new Map<string, string>();
  for (const {
    tags: [tag = ''],
    parameters,
    requestBody,
    responses,
  } of operationsOf(document)) {
    // Also what those in it refer to, as far as it goes: the set grows while it is walked through.
    const used = new Set(namesIn([parameters, requestBody, responses]));
    for (const name of used) {
      for (const inner of named.get(name) ?? []) used.add(inner);
      const before = areas.get(name) ?? tag;
      areas.set(name, before === tag ? tag : shared.name);
    }
  }
  return areas;
}

/** The names of the schemas that something refers to. */
function namesIn(part: unknown): string[] {
  const references = JSON.stringify(part).matchAll(/"\$ref":"(#\/components\/schemas\/[^"]+)"/g);
  return [...references].map(([, reference = '']) => nameIn(reference));
}
