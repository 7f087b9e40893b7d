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

/** What a number from outside may bring about, where nothing bounds it. */
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

/** Secrets in the clear: one that came so and is signed in with, one that is handed out, what the environment holds. */
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

/** Data that somebody else controls, flowing into a place that must not take it. */
export interface TaintFinding {
  kind: FlowKind;
  /** Such as `CWE-89`. */
  cwe: string;
  language: string;
  /** What brought the data in: `http_parameter`, `http_header`, `cookie`, `body`, `environment`, `argument`, `file`, `exported_parameter`. */
  sourceKind: string;
  source: CodePlace;
  steps: CodePlace[];
  sink: CodePlace;
  /** The call that passes the value unchanged to the function with the sink, if several calls do. */
  passedAt?: CodePlace;
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
