import type { Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import type { Severity } from './severities.ts';

/** An organization's settings for a rule; absent ones are unchanged. */
export interface RuleChoice {
  isOff?: boolean;
  /** Null: the rule's own severity. */
  severity?: Severity | null;
}

/**
 * The rules text with changed settings for one rule. Everything else stays, including comments and
 * formatting.
 */
export async function withChoice(text: string, id: string, { isOff, severity }: RuleChoice): Promise<string> {
  const yaml = await import('yaml');
  let changed = text;
  if (isOff !== undefined) changed = new Sections(changed, read(yaml, changed)).withDisabled(id, isOff);
  if (severity !== undefined) changed = new Sections(changed, read(yaml, changed)).withSeverity(id, severity);
  return changed;
}

type Yaml = typeof import('yaml');

function read({ isMap, parseDocument }: Yaml, text: string): Document {
  const whole = parseDocument(text);
  const { contents } = whole;
  const isPlain = contents === null || (isMap(contents) && !contents.flow);
  if (whole.errors.length > 0 || !isPlain)
    throw new Error('The text of the rules cannot be read. Correct it manually first.');
  return whole;
}

/**
 * The same for applications with one name. In the section `repositories` formatting may change, but no
 * comment is lost.
 */
export async function withChoiceFor(
  text: string,
  application: string,
  id: string,
  { isOff, severity }: RuleChoice,
): Promise<string> {
  const yaml = await import('yaml');
  const whole = read(yaml, text);
  const path = ['repositories', application];
  // A key without a value.
  for (const part of [path.slice(0, 1), path]) {
    if (whole.hasIn(part) && whole.getIn(part) == null) whole.deleteIn(part);
  }
  if (isOff !== undefined) choose(whole, [...path, 'disabled'], id, isOff);
  if (severity !== undefined) {
    if (severity !== null) whole.setIn([...path, 'severity', id], severity);
    else if (whole.hasIn([...path, 'severity', id])) whole.deleteIn([...path, 'severity', id]);
  }
  for (const part of [[...path, 'disabled'], [...path, 'severity'], path, path.slice(0, 1)]) {
    const left = whole.getIn(part);
    if (yaml.isCollection(left) && left.items.length === 0) whole.deleteIn(part);
  }
  return new Sections(text, read(yaml, text)).withSection('repositories', sectionText(yaml, whole));
}

function choose(whole: Document, path: string[], id: string, isOff: boolean): void {
  const list = whole.getIn(path) as YAMLSeq<Scalar> | undefined;
  const at = list?.items.findIndex(({ value }) => value === id) ?? -1;
  if (isOff && at === -1) {
    if (list == null) whole.setIn(path, whole.createNode([id], { flow: true }));
    else whole.addIn(path, id);
  } else if (!isOff && at !== -1) whole.deleteIn([...path, at]);
}

/** Empty when there is none. */
function sectionText({ Document, isScalar, YAMLMap }: Yaml, whole: Document): string {
  const pairs = ((whole.contents as YAMLMap<unknown> | null)?.items ?? []) as Pair<unknown>[];
  // The key of a newly set section is a plain string.
  const pair = pairs.find(({ key }) => (isScalar(key) ? key.value : key) === 'repositories');
  if (pair === undefined) return '';
  // Comments above the section stay where they are.
  if (isScalar(pair.key)) Object.assign(pair.key, { commentBefore: null, spaceBefore: false });
  const map = new YAMLMap<unknown>();
  map.items.push(pair);
  const alone = new Document();
  alone.contents = map as never;
  return alone.toString({ lineWidth: 0 });
}

type Entry = Pair<Scalar, Scalar>;
type Range = [start: number, valueEnd: number, nodeEnd: number];

const rangeOf = (node: Node): Range => node.range as Range;
const plain = (value: string) => (/^\w[\w./-]*$/.test(value) ? value : JSON.stringify(value));

/** Undefined when the key has no value. */
function within<T extends YAMLSeq | YAMLMap>(section: Pair<Scalar, Node | null> | undefined): T | undefined {
  return section?.value && 'items' in section.value ? (section.value as T) : undefined;
}

/** Edits `disabled` and `severity` of a text in place. */
class Sections {
  readonly #text: string;
  readonly #pairs: Pair<Scalar, YAMLSeq<Scalar> | YAMLMap | null>[];

  constructor(text: string, { contents }: Document) {
    this.#text = text;
    this.#pairs = ((contents as YAMLMap | null)?.items ?? []) as never;
  }

  withDisabled(id: string, isOff: boolean): string {
    const section = this.#find('disabled');
    const list = within<YAMLSeq<Scalar>>(section);
    const ids = (list?.items ?? []).map(({ value }) => String(value));
    if (isOff === ids.includes(id)) return this.#text;
    const left = isOff ? [...ids, id] : ids.filter((one) => one !== id);
    const last = list?.items.at(-1);
    if (list === undefined || left.length === 0 || last === undefined)
      return this.#replaced(section, left.length === 0 ? '' : `disabled: [${left.map(plain).join(', ')}]\n`);
    if (list.flow) return this.#cut(rangeOf(list), `[${left.map(plain).join(', ')}]`);
    if (isOff) return this.#after(last, `- ${plain(id)}\n`);
    return this.#withoutLines(list.items.filter(({ value }) => value === id));
  }

  withSeverity(id: string, severity: Severity | null): string {
    const section = this.#find('severity');
    const given = within<YAMLMap>(section);
    const entries = (given?.items ?? []) as Entry[];
    const there = entries.find(({ key }) => key.value === id);
    if (severity === null && there === undefined) return this.#text;
    if (severity !== null && there?.value) return this.#cut(rangeOf(there.value), severity);
    const left = entries.filter((entry) => entry !== there);
    if (severity === null && left.length === 0) return this.#replaced(section, '');
    const last = entries.at(-1);
    if (given === undefined || last === undefined)
      return this.#replaced(section, `severity:\n  ${plain(id)}: ${severity}\n`);
    if (given.flow) {
      const said = left.map(({ key, value }) => `${plain(String(key.value))}: ${value?.value}`);
      const all = severity === null ? said : [...said, `${plain(id)}: ${severity}`];
      return this.#cut(rangeOf(given), `{ ${all.join(', ')} }`);
    }
    if (severity === null)
      return there === undefined
        ? this.#text
        : this.#withoutLines([there.key], rangeOf(there.value ?? there.key)[2]);
    return this.#after(last.key, `${plain(id)}: ${severity}\n`, rangeOf(last.value ?? last.key)[2]);
  }

  /** Replaces a section; an empty text removes it. */
  withSection(name: string, by: string): string {
    return this.#replaced(this.#find(name), by);
  }

  #find(name: string) {
    return this.#pairs.find(({ key }) => key.value === name);
  }

  #lineStart(at: number): number {
    return this.#text.lastIndexOf('\n', at - 1) + 1;
  }

  #cut([start, end]: readonly [number, number, ...number[]], by: string): string {
    return this.#text.slice(0, start) + by + this.#text.slice(end);
  }

  /** Replaces a whole section, or appends it if there is none. */
  #replaced(section: Pair<Scalar, Node | null> | undefined, by: string): string {
    if (section !== undefined) {
      const end = rangeOf(section.value ?? section.key)[2];
      const isAtBreak = by !== '' && this.#text[end] === '\n';
      return this.#cut([this.#lineStart(rangeOf(section.key)[0]), isAtBreak ? end + 1 : end], by);
    }
    const before = this.#text === '' || this.#text.endsWith('\n') ? this.#text : `${this.#text}\n`;
    return before + by;
  }

  /** Inserts a line below a node's, with the same indentation. */
  #after(node: Node, line: string, end = rangeOf(node)[2]): string {
    const start = this.#lineStart(rangeOf(node)[0]);
    const depth = /^ */.exec(this.#text.slice(start))?.[0] ?? '';
    const broken = this.#text[end - 1] === '\n' ? '' : '\n';
    return this.#cut([end, end], `${broken}${depth}${line}`);
  }

  #withoutLines(nodes: readonly Node[], end?: number): string {
    let text = this.#text;
    for (const node of nodes.toReversed())
      text = text.slice(0, this.#lineStart(rangeOf(node)[0])) + text.slice(end ?? rangeOf(node)[2]);
    return text;
  }
}
