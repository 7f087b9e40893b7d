import type { LanguageHandlers } from '../flow/language-handlers.ts';
import type { IndexedModel } from '../flow/language-model.ts';
import type { ProgramSource } from '../flow/program.ts';
import type { FileIr } from '../ir/ir.ts';

/**
 * All that the machine asked of an application, with the answers. It knows nothing of an application but these: where
 * another one gives the same answers, it finds the same. Plain data.
 */
export interface FlowTrace {
  /** Files that it read. */
  lowered: Set<string>;
  answers: Record<Asked, Map<string, Answer>>;
}

type Answer = string | boolean | null | undefined;
type Asked = 'classes' | 'functions' | 'languages' | 'mentions' | 'imports' | 'siblings' | 'settings';

/** A source that notes what it is asked. */
export class TracedSource implements ProgramSource {
  readonly trace: FlowTrace = {
    lowered: new Set(),
    answers: {
      classes: new Map(),
      functions: new Map(),
      languages: new Map(),
      mentions: new Map(),
      imports: new Map(),
      siblings: new Map(),
      settings: new Map(),
    },
  };
  readonly handlers: LanguageHandlers;
  readonly #source: ProgramSource;

  constructor(source: ProgramSource) {
    this.#source = source;
    this.handlers = source.handlers;
  }

  lower(path: string): FileIr | null {
    this.trace.lowered.add(path);
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
    this.trace.answers[asked].set(key, answer);
    return answer;
  }

  #noteList(asked: Asked, key: string, answer: readonly string[]): readonly string[] {
    const { [asked]: known } = this.trace.answers;
    if (!known.has(key)) known.set(key, joined(...answer));
    return answer;
  }
}

/** Whether a source answers as it was answered then; what was read is for the caller to compare. */
export function answersAsBefore({ answers }: FlowTrace, source: ProgramSource): boolean {
  const ask: Record<Asked, (key: string) => Answer> = {
    classes: (key) => joined(...source.pathsOfClass(key)),
    functions: (key) => joined(...source.pathsOfFunction(key)),
    languages: (key) => source.languageOf(key),
    mentions: (key) => source.mentions(...(JSON.parse(key) as [string, string])),
    imports: (key) => source.resolveImport(...(JSON.parse(key) as [string, string, string, string])),
    siblings: (key) => joined(...source.siblings(key)),
    settings: (key) => source.setting(key),
  };
  return (Object.keys(ask) as Asked[]).every((asked) => {
    for (const [key, answer] of answers[asked]) if (ask[asked](key) !== answer) return false;
    return true;
  });
}

/** No path of an archive holds the separator. */
function joined(...paths: readonly string[]): string {
  return paths.join('\0');
}
