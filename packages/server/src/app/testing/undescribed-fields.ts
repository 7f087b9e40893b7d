interface Schema {
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  patternProperties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Answer {
  content?: Record<string, { schema?: Schema }>;
}

interface AnswersDocument {
  paths: Record<string, Record<string, { responses?: Record<string, Answer> }>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> };
}

/**
 * Fields of answers without a description, as `Schema.field`. A field with a named schema is described by that schema;
 * inner objects have names too, so no field is nested deeper.
 */
export function undescribedFields({ paths, components }: AnswersDocument): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  const named = (ref: string) => ref.slice('#/components/schemas/'.length);
  const isDescribed = ({ description, $ref }: Schema): boolean =>
    description !== undefined ||
    ($ref !== undefined && components.schemas[named($ref)]?.description !== undefined);
  const visit = (schema: Schema, name: string): void => {
    if (schema.$ref !== undefined) {
      const next = named(schema.$ref);
      const target = components.schemas[next];
      if (target === undefined || seen.has(next)) return;
      seen.add(next);
      visit(target, next);
      return;
    }
    for (const [field, part] of Object.entries(schema.properties ?? {})) {
      if (!isDescribed(part)) found.push(`${name}.${field}`);
      visit(part, name);
    }
    for (const part of partsOf(schema)) visit(part, name);
  };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const answers = [
    ...operations.flatMap(({ responses = {} }) => Object.values(responses)),
    ...Object.values(components.responses),
  ];
  for (const { content = {} } of answers) {
    for (const { schema } of Object.values(content)) if (schema !== undefined) visit(schema, '(no name)');
  }
  return [...new Set(found)].sort();
}

function partsOf({ items, additionalProperties, patternProperties, anyOf, oneOf, allOf }: Schema): Schema[] {
  return [
    ...(items === undefined ? [] : [items]),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ...Object.values(patternProperties ?? {}),
    ...(anyOf ?? []),
    ...(oneOf ?? []),
    ...(allOf ?? []),
  ];
}
