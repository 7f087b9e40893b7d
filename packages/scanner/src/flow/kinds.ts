import type { FlowKind, MisuseKind, SecretKind, TaintKind } from '../types/flow-findings.ts';

export const taintKinds: readonly TaintKind[] = [
  'sql',
  'nosql',
  'command',
  'code',
  'ldap',
  'xpath',
  'template',
  'xss',
  'path',
  'ssrf',
  'redirect',
  'xxe',
  'deserialization',
  'prototype_pollution',
  'header',
  'log',
  'trust_boundary',
  'regex',
  'slow_match',
  'format',
];

const bits = new Map(taintKinds.map((kind, index) => [kind, 1 << index]));

/** Escaped for the inside of a quoted SQL string, and for nothing else. */
const quotedSql = 1 << taintKinds.length;

export const allKinds = (1 << taintKinds.length) - 1;

/** Text without tags: safe between tags, not inside one. */
const tagless = 1 << (taintKinds.length + 1);

/** Escaped for text and quoted attribute values: only safe there. */
const textEscaped = 1 << (taintKinds.length + 2);

export type CleanKind = TaintKind | 'quoted_sql' | 'tags' | 'text_escaped';

export function isTextEscaped(clean: number): boolean {
  return (clean & textEscaped) !== 0;
}

/** Kinds without sanitizers have no bit. */
export function bitOf(kind: CleanKind | SecretKind): number {
  if (kind === 'quoted_sql') return quotedSql;
  if (kind === 'tags') return tagless;
  if (kind === 'text_escaped') return textEscaped;
  return bits.get(kind as TaintKind) ?? 0;
}

export function maskOf(...kinds: TaintKind[]): number {
  return kinds.reduce((mask, kind) => mask | bitOf(kind), 0);
}

export const cweOf: Record<FlowKind | MisuseKind, string> = {
  sql: 'CWE-89',
  nosql: 'CWE-943',
  command: 'CWE-78',
  code: 'CWE-94',
  ldap: 'CWE-90',
  xpath: 'CWE-643',
  template: 'CWE-1336',
  xss: 'CWE-79',
  path: 'CWE-22',
  ssrf: 'CWE-918',
  redirect: 'CWE-601',
  xxe: 'CWE-611',
  deserialization: 'CWE-502',
  prototype_pollution: 'CWE-1321',
  header: 'CWE-113',
  log: 'CWE-117',
  trust_boundary: 'CWE-501',
  regex: 'CWE-1333',
  slow_match: 'CWE-1333',
  format: 'CWE-134',
  weak_hash: 'CWE-328',
  weak_cipher: 'CWE-327',
  cipher_mode: 'CWE-1188',
  weak_random: 'CWE-330',
  insecure_cookie: 'CWE-614',
  hardcoded_secret: 'CWE-798',
  insecure_tls: 'CWE-295',
  unsafe_xml: 'CWE-611',
  unverified_token: 'CWE-347',
  unsafe_permissions: 'CWE-732',
  unsafe_temp_file: 'CWE-377',
  debug_mode: 'CWE-489',
  unsafe_archive: 'CWE-22',
  plain_transport: 'CWE-319',
  integer_overflow: 'CWE-190',
  index_out_of_range: 'CWE-129',
  lost_cancel: 'CWE-772',
  endless_loop: 'CWE-835',
  zero_divisor: 'CWE-369',
  known_overflow: 'CWE-190',
  null_answer: 'CWE-690',
  plain_password: 'CWE-256',
  sent_secret: 'CWE-315',
  shown_environment: 'CWE-526',
  index: 'CWE-129',
  allocation: 'CWE-789',
  loop: 'CWE-606',
  wait: 'CWE-400',
  overflow: 'CWE-190',
  underflow: 'CWE-191',
  narrowing: 'CWE-197',
  inexact: 'CWE-681',
  divisor: 'CWE-369',
};
