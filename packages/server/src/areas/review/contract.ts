/**
 * What the three parts of the area give each other: `analysis/` makes the index of an application,
 * `agents/` judge it, and the platform (archives, jobs, records, routes) runs both in worker threads.
 * Types only. Everything that crosses a thread or is stored is plain data: structured clone and JSON
 * keep it as it is. Paths are the archive's own, with `/`, without a leading `./`; lines and columns
 * count from 1. All lists are in a fixed order (by path, then line), so that equal input gives equal bytes.
 */

// ---- Files -------------------------------------------------------------------------------------

/** One file of the archive. `read` inflates anew at each call (the caller keeps what it needs) and throws when it cannot. */
export interface FileEntry {
  readonly path: string;
  readonly sizeBytes: number;
  read(): Uint8Array;
}

// ---- The index: `analysis/index.ts` exports `analyzeFiles`, which never throws for what a file holds ----

export interface AnalyzeOptions {
  /** A larger file is `skipped` with reason `too_large` (dependency files and coverage reports are still listed). Default 1,048,576. */
  maxFileBytes?: number;
  /** Time that a thread works for one file; beyond it the file is `partial` with reason `time_budget`. Default 2,000. */
  fileBudgetMs?: number;
  /** Asked between files; when true the rest is `skipped` with reason `time_limit`. */
  shouldStop?: () => boolean;
  onProgress?: (doneFiles: number, totalFiles: number) => void;
}

export interface ApplicationIndex {
  /** Changes whenever equal files may give another index. */
  engineVersion: string;
  files: IndexedFile[];
  languages: LanguageTotals[];
  /** The language with most code among programming languages; null when there is none. */
  primaryLanguage: string | null;
  complexity: ComplexityTotals;
  duplication: { percent: number; clones: Clone[] };
  graph: ModuleGraph;
  taint: TaintFinding[];
  misuse: MisuseFinding[];
  routes: RouteFact[];
  tests: { frameworks: string[]; files: number; cases: number; testToCodeRatio: number };
  /** From lcov, cobertura, jacoco, go cover; null when no report was found. */
  coverage: { source: string; linePercent: number; files: { path: string; linePercent: number }[] } | null;
  manifests: ManifestFile[];
  configs: ConfigFile[];
  /** README, LICENSE, CHANGELOG, OpenAPI and other documents, by kind. */
  documents: { kind: DocumentKind; path: string }[];
  timing: { durationMs: number; parseMs: number; lexMs: number; taintMs: number };
}

export type ParseStatus = 'full' | 'partial' | 'skipped';

/** Each entry of the archive stands here exactly once. */
export interface IndexedFile {
  path: string;
  sizeBytes: number;
  /** Linguist's name (`TypeScript`, `Dockerfile`, `JSON`); null for binary or unknown. */
  language: string | null;
  kind: 'code' | 'markup' | 'data' | 'config' | 'document' | 'binary' | 'unknown';
  status: ParseStatus;
  /** Why not full: `binary`, `too_large`, `minified`, `generated`, `vendored`, `unreadable`, `syntax_errors`, `time_budget`, `time_limit`, `unknown_language`. */
  reason: string | null;
  isTest: boolean;
  isGenerated: boolean;
  isVendored: boolean;
  lines: { code: number; comment: number; blank: number };
  /** Sha-256 of the normalised token sequence, hex; null where it was not lexed. */
  tokenHash: string | null;
  functions: FunctionFact[];
  classes: ClassFact[];
  imports: ImportFact[];
  exports: ExportFact[];
  testCases: TestCaseFact[];
}

export interface FunctionFact {
  /** Qualified within the file, `Class.method`; `<anonymous>` where it has no name. */
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
  /** Path of the file in the archive, or null for a package. */
  resolved: string | null;
  /** Package name where it is one: `@scope/name`, `requests`; null for standard library and own files. */
  package: string | null;
  names: string[];
}

export interface ExportFact {
  name: string;
  line: number;
  kind: 'function' | 'class' | 'value' | 'type' | 'default' | 'reexport';
  hasDoc: boolean;
  /** Whether another file of the archive imports it, as far as that can be told. */
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
  /** Names of what runs before the handler: middleware, decorators, annotations, dependencies. */
  guards: string[];
}

export interface LanguageTotals {
  name: string;
  files: number;
  linesCode: number;
  linesComment: number;
  linesBlank: number;
  bytes: number;
  /** Share of all code bytes, 0 to 100, two decimals. */
  percent: number;
}

export interface ComplexityTotals {
  functions: number;
  cyclomatic: { avg: number; median: number; p95: number; max: number };
  cognitive: { avg: number; p95: number; max: number };
  nestingMax: number;
  functionsOver10: number;
  functionsOver20: number;
  maintainabilityIndex: number | null;
  /** At most 20, worst first. */
  hotspots: {
    file: string;
    line: number;
    endLine: number;
    function: string;
    cyclomatic: number;
    cognitive: number;
  }[];
}

export interface Clone {
  tokens: number;
  lines: number;
  places: { file: string; line: number; endLine: number }[];
}

export interface ModuleGraph {
  /** A node is a file with code; `id` is its path. */
  nodes: ModuleNode[];
  /** Indexes into `nodes`. */
  edges: { from: number; to: number; line: number }[];
  /** Strongly connected components of two or more files (or one that imports itself), paths in order of the cycle. */
  cycles: string[][];
  layerViolations: { from: string; to: string; line: number; fromLayer: string; toLayer: string }[];
  avgInstability: number;
}

export interface ModuleNode {
  id: string;
  /** Folder or package that holds it; the unit of components. */
  group: string;
  /** `ui`, `api`, `service`, `domain`, `data`, `infrastructure`, `test`; null when the path does not tell. */
  layer: string | null;
  fanIn: number;
  fanOut: number;
  /** fanOut / (fanIn + fanOut); 0 without edges. */
  instability: number;
}

export interface ManifestFile {
  path: string;
  /** OSV's name: `npm`, `PyPI`, `Maven`, `Go`, `NuGet`, `Packagist`, `RubyGems`, `crates.io`. */
  ecosystem: string;
  kind: 'manifest' | 'lockfile';
  /** `package.json`, `package-lock.json`, `requirements.txt`, … */
  format: string;
}

export interface ConfigFile {
  path: string;
  kind:
    | 'dockerfile'
    | 'dockerignore'
    | 'compose'
    | 'kubernetes'
    | 'helm'
    | 'terraform'
    | 'ci'
    | 'env'
    | 'app_config'
    | 'proxy';
}

export type DocumentKind =
  | 'readme'
  | 'license'
  | 'changelog'
  | 'contributing'
  | 'security'
  | 'openapi'
  | 'asyncapi'
  | 'proto'
  | 'graphql'
  | 'adr'
  | 'other';

// ---- Taint -------------------------------------------------------------------------------------

export type TaintKind =
  | 'sql'
  | 'nosql'
  | 'command'
  | 'code'
  | 'ldap'
  | 'xpath'
  | 'template'
  | 'xss'
  | 'path'
  | 'ssrf'
  | 'redirect'
  | 'xxe'
  | 'deserialization'
  | 'prototype_pollution'
  | 'header'
  | 'log'
  | 'trust_boundary'
  | 'regex'
  | 'format';

export interface CodePlace {
  file: string;
  line: number;
  endLine: number;
  column: number;
  /** The code there, one line, at most 300 characters. */
  text: string;
}

/** Data that somebody else controls, flowing into a place that must not take it. */
export interface TaintFinding {
  kind: TaintKind;
  /** Such as `CWE-89`. */
  cwe: string;
  language: string;
  /** What brought the data in: `http_parameter`, `http_header`, `cookie`, `body`, `environment`, `argument`, `file`, `exported_parameter`. */
  sourceKind: string;
  source: CodePlace;
  steps: CodePlace[];
  sink: CodePlace;
  /** The API that takes it, such as `Statement.executeQuery`. */
  sinkName: string;
  /** Qualified name of the function around the sink; `<module>` outside. */
  enclosingSymbol: string;
  /** Sink tokens without layout, literals and local names replaced; part of the fingerprint. */
  sinkTokens: string;
  /** `external`: reached from a route or message; `library`: from an exported function's argument; `local`: from a command line or file. */
  exposure: 'external' | 'library' | 'local';
  /** 0 to 1. */
  confidence: number;
  crossesFunctions: boolean;
  crossesFiles: boolean;
}

export type MisuseKind =
  | 'weak_hash'
  | 'weak_cipher'
  | 'weak_random'
  | 'insecure_cookie'
  | 'hardcoded_secret'
  | 'insecure_tls'
  | 'unsafe_xml'
  | 'unverified_token'
  | 'unsafe_permissions'
  | 'unsafe_temp_file'
  | 'debug_mode'
  | 'unsafe_archive';

/**
 * An API used so that it does not protect: constants are followed through variables, calls, fields and
 * configuration files, so the line that names a weak algorithm may be far from `place`.
 */
export interface MisuseFinding {
  kind: MisuseKind;
  /** Such as `CWE-328`. */
  cwe: string;
  language: string;
  place: CodePlace;
  /** Such as `MessageDigest.getInstance`. */
  api: string;
  /** The constant that decides, such as `MD5`; never a secret. */
  detail: string;
  enclosingSymbol: string;
  sinkTokens: string;
  confidence: number;
}

// ---- Findings ----------------------------------------------------------------------------------

export const categories = [
  'security',
  'architecture',
  'quality',
  'testing',
  'performance',
  'documentation',
  'meta',
] as const;
export type Category = (typeof categories)[number];

export const severities = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof severities)[number];

export interface Evidence {
  file: string;
  line: number;
  role: 'source' | 'step' | 'sink';
  snippet: string;
}

export interface FindingPackage {
  ecosystem: string;
  name: string;
  version: string;
  fixedVersion: string | null;
  advisories: string[];
  /** Whether the code imports it; null when that cannot be told. */
  imported: boolean | null;
}

export interface PatchChecks {
  applies: boolean;
  parses: boolean;
  resolves: boolean;
  noNew: boolean;
}

export interface Finding {
  /** Sha-256, hex, of rule, path, enclosing symbol, normalised sink tokens and ordinal: no line numbers. */
  fingerprint: string;
  /** The agent that says so, such as `security.injection`. */
  agent: string;
  /** All agents that said so, once merged; starts as `[agent]`. */
  agents: string[];
  category: Category;
  /** Such as `injection/sql`. */
  ruleId: string;
  title: string;
  severity: Severity;
  /** 0 to 1, two decimals. */
  confidence: number;
  cwe: string[];
  file: string;
  line: number;
  endLine: number;
  column: number;
  snippet: string;
  description: string;
  recommendation: string;
  patch: string | null;
  patchChecks: PatchChecks | null;
  evidence: Evidence[];
  package: FindingPackage | null;
  references: string[];
  /** Where an application's vulnerability counts put it; null when it is no vulnerability. */
  source: 'code' | 'secrets' | 'dependencies' | 'config' | null;
}

export type DropReason = 'false_positive' | 'duplicate' | 'unanchored';

export interface DroppedFinding {
  fingerprint: string;
  ruleId: string;
  file: string;
  line: number;
  reason: DropReason;
  /** Why, in a sentence. */
  detail: string;
}

// ---- Agents: `agents/index.ts` exports `agents`, `runAgent`, `readDependencies`, `scoreReadiness`, `makePatch` ----

export interface Agent {
  /** `<category>.<name>`, such as `security.injection`, `meta.verifier`. */
  id: string;
  category: Category;
  /** Languages (as in `LanguageTotals.name`) of which at least one must be there; else the agent is skipped. */
  needsLanguage?: readonly string[];
  run(input: AgentInput): AgentResult | Promise<AgentResult>;
}

export interface AgentInput {
  index: ApplicationIndex;
  files: FileLookup;
  dependencies: DependencyReport;
  /** What the other agents found; only `meta.*` agents get any. `meta.synthesizer` gets what the verifier kept. */
  findings: readonly Finding[];
  options: AgentOptions;
}

/** The files by path, with their text decoded once and kept within bounds. */
export interface FileLookup {
  readonly entries: readonly FileEntry[];
  get(path: string): FileEntry | undefined;
  /** UTF-8 text, a BOM removed, bad bytes as U+FFFD; undefined when there is no such file or it is binary. */
  text(path: string): string | undefined;
}

export interface AgentOptions {
  /** OSV files or `all.zip`; undefined: the shipped seed only. */
  advisoryDbPath?: string;
  /** Present only when a database on the network is to be asked. */
  osv?: OsvOptions;
  /** Asked now and then by long runs; when true, stop and return what there is with `incomplete`. */
  shouldStop?: () => boolean;
  /** Present only when a language model is configured. */
  llm?: LlmOptions;
}

/** A database with the API of OSV, and whom the client may connect to. */
export interface OsvOptions {
  url: string;
  allowLoopback: boolean;
  allowedNetworks: readonly string[];
  caCertificates?: readonly string[];
}

export interface LlmOptions {
  provider: string;
  model: string;
  baseUrl?: string;
  apiKey: string;
  maxTokens: number;
  timeoutMs: number;
}

export interface LlmUsage {
  provider: string;
  model: string;
  requests: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number | null;
}

export interface AgentResult {
  status: 'completed' | 'skipped';
  /** Why it was skipped: `language_absent`, `nothing_to_check`. */
  reason?: string;
  driver: 'rules' | 'llm';
  llm?: LlmUsage;
  /**
   * In the order severity, confidence (high first), file, line, rule. For `meta.verifier`: the findings it keeps,
   * confidence perhaps lowered. For `meta.synthesizer`: the final list, merged and ranked.
   */
  findings: Finding[];
  dropped: DroppedFinding[];
  /** True when it stopped before it had seen all. */
  incomplete?: boolean;
  /** Only of `meta.synthesizer`: what to do first, at most 10 sentences. */
  topActions?: string[];
}

/** Throws for an unknown id. */
export type RunAgent = (
  id: string,
  index: ApplicationIndex,
  files: readonly FileEntry[],
  input?: { findings?: readonly Finding[]; dependencies?: DependencyReport; options?: AgentOptions },
) => Promise<AgentResult>;

// ---- Dependencies ------------------------------------------------------------------------------

export interface DependencyReport {
  manifests: string[];
  lockfiles: string[];
  packages: PackageUse[];
  direct: number;
  transitive: number;
  /** Direct dependencies whose version is not fixed by the manifest or a lockfile. */
  unpinned: number;
  licenses: { license: string; packages: number }[];
  /** `seed` knows only famous advisories: then "none found" is unknown, never a pass. */
  advisoryDb: {
    source: 'seed' | 'store' | 'online';
    advisories: number;
    ageDays: number | null;
    /** Packages of which the source says nothing either way. */
    unknownPackages: number;
    /** Why a database on the network did not answer, or not for all; null when it did or none was asked. */
    problem: string | null;
  };
  /** What a database on the network answered; absent when none was asked or none answered. */
  onlineAdvisories?: KnownAdvisory[];
}

/** From the version where it begins (`0`: the first) to the one that is clean again, or to the last that is hit. */
export interface AffectedRange {
  introduced: string;
  fixed: string | null;
  lastAffected: string | null;
}

/** What one advisory says of one package. */
export interface KnownAdvisory {
  id: string;
  aliases: string[];
  ecosystem: string;
  package: string;
  ranges: AffectedRange[];
  /** Versions named one by one. */
  versions: string[];
  severity: Severity;
  /** Known malicious code, not a weakness. */
  isMalware: boolean;
  cwe: string[];
  summary: string;
}

export interface PackageUse {
  ecosystem: string;
  name: string;
  version: string | null;
  isDirect: boolean;
  isDev: boolean;
  /** The file that names it. */
  file: string;
  line: number;
  license: string | null;
  /** Base64 or hex integrity as the lockfile has it, such as `sha512-…`; null without. */
  integrity: string | null;
}

export type ReadDependencies = (
  index: ApplicationIndex,
  files: readonly FileEntry[],
  options?: AgentOptions,
) => Promise<DependencyReport>;

// ---- Readiness ---------------------------------------------------------------------------------

export const readinessKinds = ['cloud', 'library', 'mesh'] as const;
export type ReadinessKind = (typeof readinessKinds)[number];
export type Grade = 'A' | 'B' | 'C' | 'D' | 'F';

export interface ReadinessCheck {
  id: string;
  weight: number;
  status: 'pass' | 'partial' | 'fail' | 'not_applicable';
  /** 0 to weight. */
  points: number;
  evidence: { file: string; line: number }[];
  recommendation: string | null;
}

/** A factor's score is 100 x points / weight over its applicable checks, rounded; null when none applies (its weight is then left out). */
export interface ReadinessFactor {
  name: string;
  weight: number;
  score: number | null;
  checks: ReadinessCheck[];
}

export interface ReadinessChecklist {
  kind: ReadinessKind;
  /** Rounded weighted mean of the factors, then the lowest cap. */
  score: number;
  grade: Grade;
  /** `partial` when advisory data is unknown or files were skipped. */
  confidence: 'full' | 'partial';
  factors: ReadinessFactor[];
  caps: { id: string; maxScore: number; reason: string }[];
  /** By gain over effort; `gain` is exact points of the score. */
  recommendations: { id: string; gain: number; effort: 'S' | 'M' | 'L'; text: string }[];
}

export type Score = Record<ReadinessKind, ReadinessChecklist>;

/** An index without any code scores 0, grade F, with a cap that says so. */
export type ScoreReadiness = (
  index: ApplicationIndex,
  findings: readonly Finding[],
  files: readonly FileEntry[],
  dependencies: DependencyReport,
) => Promise<Score>;

// ---- Patches -----------------------------------------------------------------------------------

/** A unified diff that passed all four gates, or null with the gates' results; see `PatchChecks`. */
export type MakePatch = (
  finding: Finding,
  index: ApplicationIndex,
  files: readonly FileEntry[],
  options?: AgentOptions,
) => Promise<{ patch: string | null; checks: PatchChecks | null; reason: string | null }>;

// ---- Components: `components/find-components.ts` (platform) exports `findComponents` -------------

export interface FoundComponent {
  /** Stable within an application: its path and kind. */
  key: string;
  name: string;
  kind: 'package' | 'module' | 'service' | 'ui';
  path: string;
  language: string | null;
  version: string | null;
  license: string | null;
  reusabilityScore: number;
  scoreFactors: {
    isolation: number;
    apiClarity: number;
    tests: number;
    docs: number;
    simplicity: number;
    adoption: number;
  };
  dependencies: {
    internal: string[];
    external: { name: string; version: string | null }[];
    dependents: string[];
  };
  linesCode: number;
  hasTests: boolean;
  hasDocs: boolean;
  inCycle: boolean;
  lineCoverage: number | null;
  testToCodeRatio: number;
}

export type FindComponents = (
  index: ApplicationIndex,
  files: readonly FileEntry[],
  dependencies: DependencyReport,
) => FoundComponent[];
