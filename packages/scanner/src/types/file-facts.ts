export type ParseStatus = 'full' | 'partial' | 'skipped';

/** Each entry of the archive is listed exactly once. */
export interface IndexedFile {
  path: string;
  sizeBytes: number;
  /** Linguist's name (`TypeScript`, `Dockerfile`, `JSON`); null if binary or unknown. */
  language: string | null;
  kind: 'code' | 'markup' | 'data' | 'config' | 'document' | 'binary' | 'unknown';
  status: ParseStatus;
  /**
   * Why it is not full: `binary`, `too_large`, `minified`, `generated`, `vendored`, `unreadable`, `syntax_errors`,
   * `too_deep`, `time_budget`, `time_limit`, `unknown_language`, `engine_fault`.
   */
  reason: string | null;
  isTest: boolean;
  isGenerated: boolean;
  isVendored: boolean;
  lines: { code: number; comment: number; blank: number };
  /** SHA-256 of the normalized tokens, hex; null if it was not tokenized. */
  tokenHash: string | null;
  functions: FunctionFact[];
  classes: ClassFact[];
  imports: ImportFact[];
  exports: ExportFact[];
  testCases: TestCaseFact[];
}

export interface FunctionFact {
  /** Qualified within the file, `Class.method`; `<anonymous>` without a name. */
  name: string;
  line: number;
  endLine: number;
  parameters: number;
  cyclomatic: number;
  cognitive: number;
  nesting: number;
  /** Lines of code in it. */
  linesCode: number;
  isAsync: boolean;
  isExported: boolean;
  hasDoc: boolean;
}

export interface ClassFact {
  name: string;
  line: number;
  endLine: number;
  methods: number;
  isExported: boolean;
  hasDoc: boolean;
}

export interface ImportFact {
  /** As written: `./store`, `express`, `com.acme.Store`. */
  specifier: string;
  line: number;
  /** The path of the file in the archive, or null for a package. */
  resolved: string | null;
  /**
   * The package name, if it is one: `@scope/name`, `requests`; null for the standard library and the application's
   * own files.
   */
  package: string | null;
  names: string[];
}

export interface ExportFact {
  name: string;
  line: number;
  kind: 'function' | 'class' | 'value' | 'type' | 'default' | 'reexport';
  hasDoc: boolean;
  /** Whether another file of the archive imports it, as far as known. */
  isUsed: boolean;
}

export interface TestCaseFact {
  name: string;
  line: number;
  endLine: number;
  assertions: number;
  marker: 'only' | 'skip' | null;
  sleeps: boolean;
}

/** An HTTP route found in code. */
export interface RouteFact {
  file: string;
  line: number;
  framework: string;
  /** Upper case, or `ANY`. */
  method: string;
  path: string;
  handler: string | null;
  /** Names of everything that runs before the handler: middleware, decorators, annotations, dependencies. */
  guards: string[];
}
