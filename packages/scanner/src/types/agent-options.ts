import type { HttpClient } from './http-client.ts';
import type { ModelSession } from './model-session.ts';

/** A file of users' rules, and its owner: `organization`, `repository` or `config`. */
export interface RuleSource {
  owner: string;
  /** YAML in Semgrep's format. */
  text: string;
  /** The scanned repository, as `repositories` in the text may name it. */
  repository?: string;
}

/** A database with the OSV API, and the client for it. */
export interface OsvOptions {
  url: string;
  /** Opened for one report, and closed afterwards. */
  openClient(): Promise<HttpClient>;
}

export interface AgentOptions {
  /** Rules in addition to the scanner's, and to the scanned file `.trivium/rules.yml`. */
  rules?: readonly RuleSource[];
  /** Whether that file can only add rules, so that whoever uploads code cannot disable any. */
  ignoresRepositorySettings?: boolean;
  /** OSV files or `all.zip`; undefined: only the included list. */
  advisoryDbPath?: string;
  /** Only present if a database on the network is to be queried. */
  osv?: OsvOptions;
  /** Called regularly by long runs; if true, they stop and return what they have, with `incomplete`. */
  shouldStop?: () => boolean;
  /** Only present if a language model is configured. Its findings have the driver `llm`. */
  model?: ModelSession;
}
