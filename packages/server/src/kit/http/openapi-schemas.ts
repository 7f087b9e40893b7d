import type { TSchema } from 'typebox';
import { isObject } from '../is-object.ts';
import { showNulls } from './left-out.ts';
import { anyText } from './schemas.ts';

type Json = Record<string, unknown>;

/** The result for a schema node: a reference, or the node itself where it needs no name. */
interface Known {
  reference: Json;
  /** Without the description, since each place of use may have its own. */
  text: string;
  description: unknown;
}

/**
 * The `components/schemas` of the document. A schema gets the name passed to `named`. An unnamed object is
 * named after its location: `Order` and `lines` make `OrderLine`.
 */
export class OpenApiSchemas {
  readonly #known = new Map<string, Known>();
  readonly #components: Record<string, Json> = {};

  /** Sorted by name. */
  get components(): Record<string, Json> {
    return Object.fromEntries(Object.entries(this.#components).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /**
   * The schema as standard JSON Schema, with references to its parts. `place` names parts that have no name.
   */
  describe(schema: TSchema, place: string): Json {
    return this.#build(toJsonSchema(schema), place);
  }

  #build(node: Json, place: string): Json {
    const { title, ...rest } = node;
    const name = (title as string | undefined) ?? (hasFields(node) ? place : undefined);
    const built = this.#buildParts(rest, name ?? place, title !== undefined);
    return name === undefined ? built : this.#refer(name, built);
  }

  #buildParts(node: Json, place: string, isNamed: boolean): Json {
    const built: Json = { ...node };
    if (node.properties !== undefined) {
      built.properties = mapValues(node.properties as Json, (part, field) =>
        this.#build(part as Json, place + pascal(field)),
      );
    }
    if (node.items !== undefined) built.items = this.#build(node.items as Json, singular(place));
    for (const more of ['additionalProperties', 'propertyNames'] as const) {
      if (isObject(node[more])) built[more] = this.#build(node[more], singular(place));
    }
    if (node.patternProperties !== undefined) {
      built.patternProperties = mapValues(node.patternProperties as Json, (part) =>
        this.#build(part as Json, singular(place)),
      );
    }
    for (const word of ['anyOf', 'oneOf', 'allOf'] as const) {
      if (node[word] === undefined) continue;
      const branches = node[word] as Json[];
      // `null or this`, where the union itself needs no name.
      const isOne = !isNamed && branches.filter(({ type }) => type !== 'null').length === 1;
      built[word] = branches.map((branch, i) =>
        this.#build(branch, isOne ? place : place + branchName(branch, i)),
      );
    }
    return built;
  }

  #refer(name: string, built: Json): Json {
    const { description, ...content } = built;
    const text = JSON.stringify(content);
    const known = this.#known.get(name);
    if (known === undefined) {
      const reference = { $ref: `#/components/schemas/${name}` };
      this.#known.set(name, { reference, text, description });
      this.#components[name] = built;
      return reference;
    }
    if (known.text !== text) {
      throw new Error(`Two schemas are called ${name}. Give one of them another name with named().`);
    }
    if (description === undefined || description === known.description) return known.reference;
    return { ...known.reference, description };
  }
}

/** The schema without what the schema builder and our own checks add. For documents and answers. */
export function toJsonSchema(schema: TSchema): Json {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (!isObject(value)) return value;
    const { $id, patternHint, maxBytes, ...rest } = showNulls(value);
    if (typeof maxBytes === 'number') {
      rest.description = [rest.description, `At most ${maxBytes.toLocaleString('en-US')} bytes as JSON.`]
        .filter(Boolean)
        .join(' ');
    }
    if (
      typeof patternHint === 'string' &&
      rest.pattern !== anyText &&
      !isStated(patternHint, rest.description)
    ) {
      rest.description = [rest.description, `It ${patternHint}.`].filter(Boolean).join(' ');
    }
    if (isObject(rest.properties) && Object.keys(rest.properties).length === 0) delete rest.properties;
    if (rest.format === 'timestamp') rest.format = 'date-time';
    if (typeof rest.pattern === 'string') rest.pattern = portablePattern(rest.pattern);
    return rest;
  });
}

/** Whether the description already says everything in the hint. */
function isStated(hint: string, description: unknown): boolean {
  const shown = hint.match(/`[^`]+`/g) ?? [];
  return shown.length > 0 && typeof description === 'string' && shown.every((it) => description.includes(it));
}

/**
 * The pattern in a form that RE2, Rust and Python accept too. They have no surrogates, which valid UTF-8
 * cannot contain: the service itself rejects a JSON escape for half a pair.
 */
function portablePattern(pattern: string): string {
  return pattern.replace('\\ud800-\\udfff', '').replaceAll(/\\u00([0-9a-f]{2})/g, '\\x$1');
}

function hasFields(node: Json): boolean {
  return node.properties !== undefined;
}

/** A branch is named after the constant that distinguishes it, or after its first field. */
function branchName(branch: Json, index: number): string {
  const fields = Object.entries((branch.properties ?? {}) as Record<string, Json>);
  const constants = fields
    .map(
      ([, field]) => field.const ?? (Array.isArray(field.enum) && field.enum.length === 1 && field.enum[0]),
    )
    .filter((value) => typeof value === 'string');
  return pascal((constants[0] as string | undefined) ?? fields[0]?.[0] ?? `option${index + 1}`);
}

function singular(place: string): string {
  if (place.endsWith('ies')) return `${place.slice(0, -3)}y`;
  if (place.endsWith('xes')) return place.slice(0, -2);
  return /[^su]s$/.test(place) ? place.slice(0, -1) : place;
}

export function pascal(name: string): string {
  return name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}

function mapValues(record: Json, change: (value: unknown, key: string) => unknown): Json {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
