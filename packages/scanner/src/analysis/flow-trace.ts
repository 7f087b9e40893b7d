import type { Questions } from '../flow/kept-work.ts';
import type { LanguageHandlers } from '../flow/language-handlers.ts';
import type { IndexedModel } from '../flow/language-model.ts';
import type { ProgramSource } from '../flow/program-source.ts';
import type { FileIr } from '../ir/ir.ts';

/**
 * All questions of the machine about an application, with the answers. It knows nothing else about an
 * application, so one with the same answers has the same findings. Plain data.
 */
export interface FlowTrace {
  /** Files that it read. */
  lowered: Set<string>;
  questions: readonly Question[];
}

type Question = readonly [asked: Asked, key: string, answer: Answer];

type Answer = string | boolean | null | undefined;
type Asked = 'classes' | 'functions' | 'languages' | 'mentions' | 'imports' | 'siblings' | 'settings';

/** A source that records its questions. */
export class TracedSource implements ProgramSource, Questions {
  readonly handlers: LanguageHandlers;
  readonly lowered = new Set<string>();
  readonly questions: Question[] = [];
  /** Files that were only read for reused results. */
  readonly before = new Set<string>();
  /** Called with the number of each question. */
  onAsked: (at: number) => void = () => undefined;
  readonly #numbers = new Map<string, number>();
  readonly #source: ProgramSource;
  readonly #known: readonly Question[];
  readonly #again: number[] = [];

  constructor(source: ProgramSource, known: readonly Question[]) {
    this.#source = source;
    this.#known = known;
    this.handlers = source.handlers;
  }

  get trace(): FlowTrace {
    return { lowered: new Set([...this.lowered, ...this.before]), questions: this.questions };
  }

  readBefore(path: string): void {
    this.before.add(path);
  }

  again(at: number): number {
    let number = this.#again[at];
    const known = this.#known[at];
    if (number === undefined && known !== undefined) {
      number = this.#numberOf(...known);
      this.#again[at] = number;
    }
    return number ?? 0;
  }

  lower(path: string): FileIr | null {
    this.lowered.add(path);
    return this.#source.lower(path);
  }

  pathsOfClass(name: string): readonly string[] {
    return this.#noteList('classes', name, this.#source.pathsOfClass(name));
  }

  pathsOfFunction(name: string): readonly string[] {
    return this.#noteList('functions', name, this.#source.pathsOfFunction(name));
  }

  languageOf(path: string): string | null {
    return this.#note('languages', path, this.#source.languageOf(path));
  }

  isPublic(path: string): boolean {
    return this.#source.isPublic(path);
  }

  mentions(path: string, word: string): boolean {
    return this.#note('mentions', JSON.stringify([path, word]), this.#source.mentions(path, word));
  }

  resolveImport(from: string, specifier: string, language: string, name: string): string | null {
    const asked = JSON.stringify([from, specifier, language, name]);
    return this.#note('imports', asked, this.#source.resolveImport(from, specifier, language, name));
  }

  siblings(path: string): readonly string[] {
    return this.#noteList('siblings', path, this.#source.siblings(path));
  }

  setting(key: string): string | undefined {
    return this.#note('settings', key, this.#source.setting(key));
  }

  modelOf(language: string): IndexedModel {
    return this.#source.modelOf(language);
  }

  #note<Given extends Answer>(asked: Asked, key: string, answer: Given): Given {
    this.onAsked(this.#numberOf(asked, key, answer));
    return answer;
  }

  #noteList(asked: Asked, key: string, answer: readonly string[]): readonly string[] {
    const known = this.#numbers.get(`${asked}\0${key}`);
    this.onAsked(known ?? this.#numberOf(asked, key, joined(...answer)));
    return answer;
  }

  #numberOf(asked: Asked, key: string, answer: Answer): number {
    const name = `${asked}\0${key}`;
    let at = this.#numbers.get(name);
    if (at === undefined) {
      at = this.questions.length;
      this.#numbers.set(name, at);
      this.questions.push([asked, key, answer]);
    }
    return at;
  }
}

/**
 * For each question of a trace, whether its answer is the same as then; the caller compares the files that
 * were read.
 */
export function sameAnswers({ questions }: FlowTrace, source: ProgramSource): boolean[] {
  const ask: Record<Asked, (key: string) => Answer> = {
    classes: (key) => joined(...source.pathsOfClass(key)),
    functions: (key) => joined(...source.pathsOfFunction(key)),
    languages: (key) => source.languageOf(key),
    mentions: (key) => source.mentions(...(JSON.parse(key) as [string, string])),
    imports: (key) => source.resolveImport(...(JSON.parse(key) as [string, string, string, string])),
    siblings: (key) => joined(...source.siblings(key)),
    settings: (key) => source.setting(key),
  };
  return questions.map(([asked, key, answer]) => ask[asked](key) === answer);
}

/** No archive path contains the separator. */
function joined(...paths: readonly string[]): string {
  return paths.join('\0');
}
