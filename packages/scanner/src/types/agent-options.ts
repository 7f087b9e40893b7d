import type { HttpClient } from './http-client.ts';
import type { ModelSession } from './model-session.ts';

/** A file of rules of one's own, and whose it is: `organization`, `repository` or `config`. */
export interface RuleSource {
  owner: string;
  /** YAML in the form of Semgrep. */
  text: string;
  /** What is scanned, as `repositories` of the text may name it. */
  repository?: string;
}

/** A database with the API of OSV, and what asks it. */
export interface OsvOptions {
  url: string;
  /** Opened for one report, and closed behind it. */
  openClient(): Promise<HttpClient>;
}

export interface AgentOptions {
  /** Rules besides those of the scanner, and of the file `.trivium/rules.yml` among what is scanned. */
  rules?: readonly RuleSource[];
  /** Whether that file only adds rules: who uploads code then switches nothing off. */
  ignoresRepositorySettings?: boolean;
  /** OSV files or `all.zip`; undefined: the shipped seed only. */
  advisoryDbPath?: string;
  /** Present only when a database on the network is to be asked. */
  osv?: OsvOptions;
  /** Asked now and then by long runs; when true, stop and return what there is with `incomplete`. */
  shouldStop?: () => boolean;
  /** Present only when a language model is configured. Findings of it have the driver `llm`. */
  model?: ModelSession;
}
