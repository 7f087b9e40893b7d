import { cutText } from '../../../kit/cut-text.ts';
import { plainText } from '../../../kit/json-text.ts';
import { type Json, listOf, objectOf, textOf } from './sarif-json.ts';

/** Maximum characters of a message. */
export const MAX_MESSAGE = 4_000;

/** The rules of a tool's components: the driver first, then its extensions. */
export class RuleBook {
  readonly #parts: readonly (readonly Json[])[];
  readonly #byId: ReadonlyMap<string, Json>;

  constructor(components: readonly Json[]) {
    this.#parts = components.map(({ rules }) => listOf(rules));
    this.#byId = new Map(this.#parts.flat().map((rule) => [textOf(rule.id) ?? '', rule]));
  }

  /** Results refer to their rule by id, by its index in a list, or by both (section 3.27.5 to 3.27.7). */
  ruleOf(result: Json): { ruleId: string; rule: Json } {
    const reference = objectOf(result.rule);
    const named = textOf(result.ruleId) ?? textOf(reference.id);
    // An id may be more specific than its rule: CA1000/1 is a case of CA1000 (3.27.5).
    const known = named && (this.#byId.get(named) ?? this.#byId.get(named.replace(/\/[^/]*$/, '')));
    const rule =
      known || this.#at(result.ruleIndex ?? reference.index, objectOf(reference.toolComponent).index);
    return { ruleId: named ?? textOf(rule.id) ?? 'unknown', rule };
  }

  #at(index: unknown, component: unknown): Json {
    const rules = this.#parts[typeof component === 'number' ? component + 1 : 0] ?? [];
    return typeof index === 'number' ? objectOf(rules[index]) : {};
  }
}

/** The text of a message; one that refers to the rule's text by id is filled in (section 3.11). */
export function messageOf(message: Json, rule: Json): string | undefined {
  const named = textOf(message.id);
  const held = named === undefined ? {} : objectOf(objectOf(rule.messageStrings)[named]);
  const text = textOf(message.text) ?? textOf(held.text) ?? textOf(message.markdown);
  const given = Array.isArray(message.arguments) ? message.arguments : [];
  return text === undefined ? undefined : fillIn(text, given);
}

/**
 * Stops at the length that is kept: many placeholders, each with a long argument, would exceed any string's
 * length.
 */
function fillIn(text: string, given: readonly unknown[]): string {
  let filled = '';
  let from = 0;
  for (const place of text.matchAll(/\{(\d{1,3})\}/g)) {
    if (filled.length > MAX_MESSAGE) return cutText(filled, MAX_MESSAGE);
    filled +=
      text.slice(from, place.index) + cutText(textOf(given[Number(place[1])]) ?? place[0], MAX_MESSAGE);
    from = place.index + place[0].length;
  }
  return cutText(filled + text.slice(from, from + MAX_MESSAGE), MAX_MESSAGE);
}

/** CWEs of a rule or result: as tags, as taxonomy entries, or in a separate list. */
export function cwesOf(rule: Json, result: Json): string[] {
  const ofTaxonomy = [
    ...listOf(rule.relationships).map(({ target }) => objectOf(target)),
    ...listOf(result.taxa),
  ]
    .filter(({ toolComponent }) => /^cwe$/i.test(textOf(objectOf(toolComponent).name) ?? ''))
    .map(({ id }) => `cwe-${plainText(id).replace(/^cwe-/i, '')}`);
  const told = [rule, result].flatMap(({ properties }) => {
    const { tags, cwe } = objectOf(properties);
    return [tags, cwe].flatMap((list) => (Array.isArray(list) ? list.map(plainText) : []));
  });
  const numbers = [...told, ...ofTaxonomy].flatMap((tag) => /cwe[-/]0*(\d{1,5})/i.exec(tag)?.[1] ?? []);
  return [...new Set(numbers.map((number) => `CWE-${number}`))];
}
