import { isSecurityUse } from '../languages/shared/rules/value-context.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import type { Impact } from '../rules/severity.ts';
import { exposureOf, viewOf } from '../rules/source-view.ts';
import type { AgentInput } from '../types/agent.ts';
import type { IndexedFile } from '../types/file-facts.ts';
import type { MisuseFinding, MisuseKind } from '../types/flow-findings.ts';

interface MisuseText {
  ruleId: string;
  impact: Impact;
  harm: string;
  cure: string;
}

const texts: Record<MisuseKind, MisuseText> = {
  weak_hash: {
    ruleId: 'crypto/weak-hash',
    impact: 'weakening',
    harm: 'Collisions of this hash can be found in seconds, and an attacker can try billions of guesses a second at what was hashed.',
    cure: 'Use SHA-256 or better; for passwords use argon2id, scrypt or bcrypt.',
  },
  weak_cipher: {
    ruleId: 'crypto/weak-cipher',
    impact: 'weakening',
    harm: 'This cipher or mode leaks information: its keys or blocks are short, or equal blocks look equal.',
    cure: 'Use AES-256-GCM or ChaCha20-Poly1305 with a fresh nonce for each message.',
  },
  cipher_mode: {
    ruleId: 'crypto/default-cipher-mode',
    impact: 'weakening',
    harm: 'Without a mode it is ECB: equal blocks look equal, and blocks can be swapped unnoticed.',
    cure: 'Specify the mode: AES/GCM/NoPadding, with a fresh nonce for each message.',
  },
  weak_random: {
    ruleId: 'crypto/weak-random',
    impact: 'weakening',
    harm: 'The numbers of this generator can be predicted from a few of them.',
    cure: 'Use the cryptographic generator of the platform for tokens, keys and passwords.',
  },
  insecure_cookie: {
    ruleId: 'access/cookie-flags',
    impact: 'weakening',
    harm: 'Without these flags the cookie is sent over plain http and scripts can read it.',
    cure: 'Set secure, httpOnly and sameSite.',
  },
  hardcoded_secret: {
    ruleId: 'access/fixed-signing-key',
    impact: 'disclosure',
    harm: 'Anybody who reads the code has it.',
    cure: 'Read it from the environment or a secret store.',
  },
  insecure_tls: {
    ruleId: 'transport/unchecked-certificate',
    impact: 'disclosure',
    harm: 'Anybody on the network path can read and change what is sent.',
    cure: 'Leave the checks on and require at least TLS 1.2.',
  },
  plain_transport: {
    ruleId: 'transport/plain-protocol',
    impact: 'hygiene',
    harm: 'Requests and responses can be read and changed in transit.',
    cure: 'Use https, or SFTP in place of FTP.',
  },
  unsafe_xml: {
    ruleId: 'injection/xxe',
    impact: 'weakening',
    harm: 'Entities in a document can read local files or call internal addresses.',
    cure: 'Disable document types and external entities in the parser.',
  },
  unverified_token: {
    ruleId: 'access/unverified-token',
    impact: 'takeover',
    harm: 'Anybody can forge a token for any user.',
    cure: 'Verify the signature with one fixed algorithm before you read the claims.',
  },
  unsafe_permissions: {
    ruleId: 'access/open-permissions',
    impact: 'weakening',
    harm: 'Any account on the machine can change the file.',
    cure: 'Give permissions to the owner only (0600 for files, 0700 for folders).',
  },
  unsafe_temp_file: {
    ruleId: 'access/unsafe-temporary-file',
    impact: 'weakening',
    harm: 'Between choosing the name and opening the file somebody else can create a link there.',
    cure: 'Use a call that also opens the file, such as mkstemp.',
  },
  debug_mode: {
    ruleId: 'access/debug-mode',
    impact: 'weakening',
    harm: 'Error pages show code and settings, and some debuggers run code for whoever opens them.',
    cure: 'Read the switch from the environment, off by default.',
  },
  unsafe_archive: {
    ruleId: 'access/archive-extraction',
    impact: 'disclosure',
    harm: 'Entries with `..` or links in an archive are written outside the target folder.',
    cure: 'Check each entry against the target folder before you write it.',
  },
  integer_overflow: {
    ruleId: 'reliability/narrowed-number',
    impact: 'hygiene',
    harm: 'A value that does not fit wraps around silently: lengths, identifiers and checks then use another number.',
    cure: 'Compare with the bounds of the type first, or keep the wider type.',
  },
  index_out_of_range: {
    ruleId: 'reliability/index-out-of-range',
    impact: 'hygiene',
    harm: 'The program panics when it gets here.',
    cure: 'Compare with the length first, and end loops before it.',
  },
  lost_cancel: {
    ruleId: 'reliability/lost-cancel',
    impact: 'hygiene',
    harm: 'Its timer and its goroutine stay until the parent ends; in a server each request adds more.',
    cure: 'Write defer cancel() in the next line.',
  },
  null_answer: {
    ruleId: 'reliability/unchecked-null-answer',
    impact: 'hygiene',
    harm: 'The call that returned it gives null if nothing has that name, and then this line fails.',
    cure: 'Check for null, or pass a default to the call.',
  },
  zero_divisor: {
    ruleId: 'reliability/division-by-input',
    impact: 'hygiene',
    harm: 'The divisor is zero whenever this runs.',
    cure: 'Compare it with zero first.',
  },
  known_overflow: {
    ruleId: 'reliability/unchecked-product',
    impact: 'hygiene',
    harm: 'The result does not fit the type of its operands and wraps around whenever this runs.',
    cure: 'Compute in a wider type.',
  },
  endless_loop: {
    ruleId: 'reliability/endless-loop',
    impact: 'hygiene',
    harm: 'The function takes a context and continues after it is cancelled: the goroutine never ends.',
    cure: 'Return when ctx.Done() is closed or ctx.Err() is not nil.',
  },
};

const related: Record<MisuseKind, readonly string[]> = {
  weak_hash: ['CWE-328', 'CWE-327'],
  weak_cipher: ['CWE-327'],
  cipher_mode: ['CWE-1188'],
  weak_random: ['CWE-330', 'CWE-338', 'CWE-331'],
  insecure_cookie: ['CWE-614', 'CWE-1004', 'CWE-319'],
  hardcoded_secret: ['CWE-798', 'CWE-321', 'CWE-259'],
  insecure_tls: ['CWE-295'],
  plain_transport: ['CWE-319'],
  unsafe_xml: ['CWE-611', 'CWE-827', 'CWE-776'],
  unverified_token: ['CWE-347'],
  unsafe_permissions: ['CWE-732', 'CWE-276'],
  unsafe_temp_file: ['CWE-377', 'CWE-379'],
  debug_mode: ['CWE-489', 'CWE-215'],
  unsafe_archive: ['CWE-22'],
  integer_overflow: ['CWE-190', 'CWE-197', 'CWE-681'],
  index_out_of_range: ['CWE-129', 'CWE-125', 'CWE-193'],
  lost_cancel: ['CWE-772', 'CWE-404'],
  endless_loop: ['CWE-835', 'CWE-400'],
  null_answer: ['CWE-690', 'CWE-476'],
  zero_divisor: ['CWE-369'],
  known_overflow: ['CWE-190'],
};

/** The misuses of these kinds in the index, which follows constants further than one line. */
export function misuseDrafts(input: AgentInput, kinds: readonly MisuseKind[]): FindingDraft[] {
  const files = new Map(input.index.files.map((file) => [file.path, file]));
  return input.index.misuse.flatMap((misuse) => {
    const file = files.get(misuse.place.file);
    if (!kinds.includes(misuse.kind) || !file || file.isVendored || file.isGenerated) return [];
    return [draftOf(misuse, file, input)];
  });
}

/** Drafts of rules for one line, without those that the index already has. */
export function withoutDuplicates(
  told: readonly FindingDraft[],
  rules: readonly FindingDraft[],
): FindingDraft[] {
  const places = new Set(told.map((one) => `${one.ruleId} ${one.file}:${one.line}`));
  return [...told, ...rules.filter((one) => !places.has(`${one.ruleId} ${one.file}:${one.line}`))];
}

/** The argument, if it adds information; permissions as written. */
function detailOf({ kind, detail }: MisuseFinding): string {
  if (!detail || kind === 'hardcoded_secret' || /^(?:true|false|null|none)$/i.test(detail)) return '';
  if (kind === 'unsafe_permissions' && /^\d+$/.test(detail)) return `0${Number(detail).toString(8)}`;
  return detail;
}

const knownPassword: MisuseText = {
  ...texts.hardcoded_secret,
  ruleId: 'access/known-password',
  impact: 'weakening',
};

/** An account's password is not a signing key. */
function isPassword({ kind, api }: MisuseFinding): boolean {
  return kind === 'hardcoded_secret' && /^(?:passwd|password|pwd|db_password)$/i.test(api);
}

function draftOf(misuse: MisuseFinding, file: IndexedFile, input: AgentInput): FindingDraft {
  const text = isPassword(misuse) ? knownPassword : texts[misuse.kind];
  return {
    ruleId: text.ruleId,
    subject: detailOf(misuse) || undefined,
    impact: matters(misuse, file, input) ? text.impact : 'hygiene',
    exposure: exposureOf(file),
    confidence: misuse.confidence,
    cwe: [...new Set([misuse.cwe, ...related[misuse.kind]])],
    file: misuse.place.file,
    line: misuse.place.line,
    endLine: misuse.place.endLine,
    column: misuse.place.column,
    snippet: misuse.place.text,
    description: `${misuse.api}${misuse.detail ? ` with ${misuse.kind === 'hardcoded_secret' ? 'a value from the code' : misuse.detail}` : ''}. ${text.harm}`,
    recommendation: text.cure,
    references: [`https://cwe.mitre.org/data/definitions/${misuse.cwe.replace('CWE-', '')}.html`],
    source: 'code',
    symbol: misuse.enclosingSymbol,
    sinkTokens: `${misuse.api} ${misuse.sinkTokens}`,
  };
}

/** Hashes and random numbers are also used for caches and games. They matter if the code around deals with security. */
function matters(misuse: MisuseFinding, file: IndexedFile, input: AgentInput): boolean {
  if (misuse.kind !== 'weak_random' && misuse.kind !== 'weak_hash') return true;
  const view = viewOf(input, file);
  return view === undefined || isSecurityUse(view.offsetOf(misuse.place.line), view);
}
