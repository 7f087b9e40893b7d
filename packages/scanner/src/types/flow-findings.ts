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
  | 'slow_match'
  | 'format';

/** What an unlimited number from outside may cause. */
export type NumberKind =
  | 'index'
  | 'allocation'
  | 'loop'
  | 'wait'
  | 'overflow'
  | 'underflow'
  | 'narrowing'
  | 'inexact'
  | 'divisor';

/** Secrets in clear text: one that is received and used to sign in, one that is sent, and environment variables. */
export type SecretKind = 'plain_password' | 'sent_secret' | 'shown_environment';

export type FlowKind = TaintKind | NumberKind | SecretKind;

export interface CodePlace {
  file: string;
  line: number;
  endLine: number;
  column: number;
  /** The code there, one line, at most 300 characters. */
  text: string;
}

/** Untrusted data that flows into a sink. */
export interface TaintFinding {
  kind: FlowKind;
  /** Such as `CWE-89`. */
  cwe: string;
  language: string;
  /**
   * The kind of source: `http_parameter`, `http_header`, `cookie`, `body`, `environment`, `argument`, `file`,
   * `exported_parameter`.
   */
  sourceKind: string;
  source: CodePlace;
  steps: CodePlace[];
  sink: CodePlace;
  /** The call that passes the value unchanged to the function with the sink, if several calls do. */
  passedAt?: CodePlace;
  /** The API of the sink, such as `Statement.executeQuery`. */
  sinkName: string;
  /** Qualified name of the function around the sink; `<module>` outside of functions. */
  enclosingSymbol: string;
  /** Sink tokens without layout, and with literals and local names replaced; part of the fingerprint. */
  sinkTokens: string;
  /**
   * `external`: reachable from a route or message; `library`: from an exported function's argument; `local`: from a
   * command line or file.
   */
  exposure: 'external' | 'library' | 'local';
  /** From 0 to 1. */
  confidence: number;
  crossesFunctions: boolean;
  crossesFiles: boolean;
}

export type MisuseKind =
  | 'weak_hash'
  | 'weak_cipher'
  | 'cipher_mode'
  | 'weak_random'
  | 'insecure_cookie'
  | 'hardcoded_secret'
  | 'insecure_tls'
  | 'plain_transport'
  | 'unsafe_xml'
  | 'unverified_token'
  | 'unsafe_permissions'
  | 'unsafe_temp_file'
  | 'debug_mode'
  | 'unsafe_archive'
  | 'integer_overflow'
  | 'index_out_of_range'
  | 'lost_cancel'
  | 'endless_loop'
  | 'zero_divisor'
  | 'known_overflow'
  | 'null_answer';

/**
 * An API used without protection. Constants are followed through variables, calls, fields and configuration files, so
 * the line that names a weak algorithm may be far from `place`.
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
