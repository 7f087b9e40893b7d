import { auxiliaryPath, localPath } from '../read/files/aside-paths.ts';
import { lastAtOrBefore } from '../read/sorted-places.ts';
import { withoutInlineTests } from '../read/structure/inline-tests.ts';
import type { AgentInput, InspectionInput } from '../types/agent.ts';
import type { FunctionFact, IndexedFile } from '../types/file-facts.ts';
import { type MaskedCode, maskCode } from './mask-code.ts';
import type { Exposure } from './severity.ts';
import { TextSketch } from './text-sketch.ts';

/** `code` has no comments and no content of strings. */
export type Reading = 'code' | 'withoutComments' | 'text';

/** A file as rules read it, without the tests inside it. Lines and columns start at 1. */
export interface SourceView extends MaskedCode {
  file: IndexedFile;
  path: string;
  text: string;
  exposure: Exposure;
  sketch: TextSketch;
  /**
   * The matches in one reading. If the text shows that there are none, nothing is masked and the pattern is not
   * tried.
   */
  matchesOf(pattern: RegExp, over: Reading): Iterable<RegExpExecArray>;
  /** Whether there is a match, with the same shortcut. */
  has(pattern: RegExp, over: Reading): boolean;
  lineAt(offset: number): number;
  columnAt(offset: number): number;
  /** The text of a line without its line end. */
  lineText(line: number): string;
  /** The offset where a line begins. */
  offsetOf(line: number): number;
  functionAt(line: number): FunctionFact | undefined;
  /** Whole lines. */
  linesOf(fact: FunctionFact, over: Reading): string;
  symbolAt(line: number): string;
}

/** The application's own code: no tests, no examples, nothing vendored or generated. */
export function isProductCode({ kind, isTest, isVendored, isGenerated, path }: IndexedFile): boolean {
  return kind === 'code' && !isTest && !isVendored && !isGenerated && !auxiliaryPath.test(path);
}

export function exposureOf(file: { path: string; isTest: boolean }): Exposure {
  if (file.isTest || auxiliaryPath.test(file.path)) return 'test';
  return localPath.test(file.path) ? 'local' : 'external';
}

/** Creates the view of a code file for rules. Vendored, generated and minified files are left out. */
export function createSourceView(file: IndexedFile, text: string): SourceView {
  let lineStarts: number[] | undefined;
  const startsOf = () => {
    lineStarts ??= lineStartsOf(text);
    return lineStarts;
  };
  let masked: MaskedCode | undefined;
  let sketch: TextSketch | undefined;
  const mask = () => {
    masked ??= maskCode(text, file.language);
    return masked;
  };
  const lineAt = (offset: number) => lastAtOrBefore(startsOf(), offset) + 1;
  const functionAt = (line: number) => {
    let best: FunctionFact | undefined;
    for (const one of file.functions) {
      if (one.line > line || one.endLine < line) continue;
      if (!best || one.endLine - one.line < best.endLine - best.line) best = one;
    }
    return best;
  };
  const view: SourceView = {
    file,
    path: file.path,
    text,
    exposure: exposureOf(file),
    matchesOf: (pattern, over) => (view.sketch.mayMatch(pattern) ? view[over].matchAll(pattern) : []),
    has: (pattern, over) => view.sketch.mayMatch(pattern) && view[over].search(pattern) >= 0,
    get sketch() {
      sketch ??= new TextSketch(text);
      return sketch;
    },
    get withoutComments() {
      return mask().withoutComments;
    },
    get code() {
      return mask().code;
    },
    lineAt,
    columnAt: (offset) => offset - (startsOf()[lineAt(offset) - 1] ?? 0) + 1,
    lineText(line) {
      const starts = startsOf();
      return text
        .slice(starts[line - 1] ?? text.length, (starts[line] ?? text.length + 1) - 1)
        .replace(/\r$/, '');
    },
    offsetOf: (line) => startsOf()[line - 1] ?? text.length,
    functionAt,
    linesOf: (fact, over) => view[over].slice(view.offsetOf(fact.line), view.offsetOf(fact.endLine + 1)),
    symbolAt: (line) => functionAt(line)?.name ?? '<module>',
  };
  return view;
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

// Views are shared by the agents that check the same files, up to this many characters of text.
const MAX_SHARED_CHARACTERS = 24_000_000;
const shared = new WeakMap<object, { views: Map<string, SourceView>; characters: number }>();

/** Views of the application's own code in these languages (by default, all). */
export function* ownCode(input: AgentInput, languages?: readonly string[]): Generator<SourceView> {
  for (const file of input.index.files) {
    if (languages && !languages.includes(file.language ?? '')) continue;
    if (input.options.shouldStop?.()) return;
    const view = ownCodeView(input, file);
    if (view !== undefined) yield view;
  }
}

/** The view of a file with the application's own code; undefined for all others. */
export function ownCodeView(input: InspectionInput, file: IndexedFile): SourceView | undefined {
  if (file.kind !== 'code' || file.isVendored || file.isGenerated || file.status === 'skipped')
    return undefined;
  return viewOf(input, file);
}

/** The view of one file; undefined if its text cannot be read. */
export function viewOf({ files }: Pick<AgentInput, 'files'>, file: IndexedFile): SourceView | undefined {
  const cache = shared.get(files) ?? { views: new Map<string, SourceView>(), characters: 0 };
  shared.set(files, cache);
  const known = cache.views.get(file.path);
  if (known !== undefined) return known;
  const text = files.text(file.path);
  if (text === undefined) return undefined;
  const view = createSourceView(file, withoutInlineTests(text, file.language));
  if (cache.characters + text.length <= MAX_SHARED_CHARACTERS) {
    cache.views.set(file.path, view);
    cache.characters += text.length;
  }
  return view;
}

export const jsLanguages = ['JavaScript', 'TypeScript', 'TSX', 'JSX', 'Vue', 'Svelte'] as const;
