import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { resolveConstant } from './value-context.ts';

export const js = [...jsLanguages];

/** Signing keys of tokens and sessions that are written in the code. */
export const signingKeyRules: readonly TextRule[] = [
  {
    id: 'access/fixed-signing-key',
    languages: [...js, 'Python', 'PHP', 'Ruby', 'Java', 'Go'],
    source: 'code',
    impact: 'disclosure',
    confidence: 0.8,
    cwe: ['CWE-798', 'CWE-321', 'CWE-259'],
    description: 'Anybody who reads the code can sign tokens for any user.',
    recommendation: 'Read the key from the environment or a secret store.',
    pattern:
      /\b(?:jwt|JWT|jsonwebtoken|jws)\s*(?:\.|::)\s*(?:sign|verify|encode|decode)\s*\(\s*[^'"`;]{1,160}?,\s*((?:b?["'][^"'\n]{1,200}["'])|[A-Z_]{6,40})/g,
    refine: (match, view) => {
      const value = resolveConstant((match[1] ?? '').replace(/^b(?=["'])/, ''), match.index ?? 0, view);
      return (
        value !== undefined &&
        value.length > 0 &&
        !/^(?:[HREP]S\d{3}|EdDSA|none|utf-?8)$|-----BEGIN PUBLIC|^\.{0,2}\//i.test(value)
      );
    },
  },
  {
    id: 'access/fixed-signing-key',
    languages: ['Java', 'Kotlin', 'Scala'],
    source: 'code',
    impact: 'disclosure',
    confidence: 0.75,
    cwe: ['CWE-798', 'CWE-321', 'CWE-259'],
    description: 'Anybody who reads the code can sign tokens for any user.',
    recommendation: 'Read the key from the environment or a secret store.',
    pattern:
      /\b(?:setSigningKey|verifyWith|signWith|hmacShaKeyFor|HMAC(?:256|384|512)|MAC(?:Signer|Verifier))\s*\(\s*(?:SignatureAlgorithm\.\w+\s*,\s*)?("[^"\n]{4,200}"|(?:\w+\.)?[A-Za-z_]\w{1,60})(?:\.(?:getBytes|toByteArray|encodeToByteArray)\s*\([^()]{0,60}\))?\s*[,)]/g,
    refine: (match, view) => (resolveConstant(match[1] ?? '', match.index ?? 0, view) ?? '').length >= 4,
  },
  {
    id: 'access/fixed-signing-key',
    languages: ['C#', 'Ruby', 'Kotlin', 'Java'],
    source: 'code',
    impact: 'disclosure',
    confidence: 0.75,
    cwe: ['CWE-321', 'CWE-798'],
    description: 'Anybody who reads the code can decrypt everything that was encrypted with it.',
    recommendation: 'Read the key from the environment or a secret store.',
    pattern:
      /\bKey\s*=\s*(?:System\.Text\.)?Encoding\.\w+\.GetBytes\s*\(\s*("[^"\n]{4,100}"|[A-Za-z_]\w{0,60})\s*\)|\bcipher\.key\s*=\s*("[^"\n#]{8,100}"|'[^'\n]{8,100}'|[A-Z][A-Z_]{2,60})\s*$|\bSecretKeySpec\s*\(\s*("[^"\n]{4,100}"|[A-Za-z_]\w{0,60})\.(?:toByteArray|encodeToByteArray)\s*\(/gm,
    refine: (match, view) => {
      const given = match[1] ?? match[2] ?? match[3] ?? '';
      if (/^["']/.test(given)) return true;
      // For a name, the constant must be visible.
      return new RegExp(
        `\\b(?:const|readonly|static|final|val)\\b[^\\n=]{0,60}\\b${given}\\s*=\\s*"[^"\\n]{4,100}"|^[^\\S\\n]*${given}\\s*=\\s*["'][^"'\\n#]{4,100}["']`,
        'm',
      ).test(view.withoutComments);
    },
  },
  {
    id: 'access/fixed-signing-key',
    languages: ['Go', 'Rust'],
    source: 'code',
    impact: 'disclosure',
    confidence: 0.8,
    cwe: ['CWE-798', 'CWE-321', 'CWE-259'],
    description: 'Anybody who reads the code can sign tokens for any user.',
    recommendation: 'Read the key from the environment or a secret store.',
    pattern:
      /\bjwt\.Parse\w*\s*\([^;]{0,120}?func\s*\([^)]{0,80}\)\s*(?:\([^()]{0,60}\))?\s*\{[^}]{0,400}?\breturn\s+\[\]byte\s*\(\s*"([^"\n]{4,200})"\s*\)|\b(?:Encoding|Decoding)Key::from_secret\s*\(\s*b?"([^"\n]{4,200})"/g,
    refine: (match, view) => {
      const line = view.lineAt((match.index ?? 0) + match[0].length - 1);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
  {
    id: 'access/fixed-signing-key',
    languages: ['Python', 'Ruby'],
    source: 'code',
    impact: 'disclosure',
    confidence: 0.75,
    cwe: ['CWE-798', 'CWE-321', 'CWE-259'],
    description: 'Anybody who reads the code can sign sessions for any user.',
    recommendation: 'Read the key from the environment or a secret store.',
    pattern:
      /\b(?:app\.secret_key|SECRET_KEY|app\.config\[["']SECRET_KEY["']\]|secret_key_base|secret_token|session_secret)\s*[=:]\s*b?(["'])([^"'\n$#{]{2,200})\1|\bset\s+:session_secret\s*,\s*(["'])([^"'\n#{]{2,200})\3/g,
    refine: (match, view) =>
      isCode(match, view) && !/^(?:<%=|ENV|None|null)/.test(match[2] ?? match[4] ?? ''),
  },
  {
    id: 'access/fixed-signing-key',
    languages: ['Python', 'Ruby'],
    source: 'code',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-798', 'CWE-321', 'CWE-1188'],
    description: 'If the setting is missing, anybody who reads the code can sign sessions for any user.',
    recommendation: 'Stop at startup if the setting is missing.',
    pattern:
      /\b(?:secret_key|SECRET_KEY|JWT_SECRET(?:_KEY)?|SESSION_SECRET|secret_key_base)(?:["']\])?\s*=\s*(?:os\.(?:environ\.get|getenv)|ENV\.fetch)\s*\(\s*["']\w+["']\s*,\s*b?(["'])([^"'\n#{]{4,200})\1/g,
    refine: (match, view) => isCode(match, view),
  },
];

/** Whether a match begins in code, not inside a string about code. */
export function isCode(match: RegExpMatchArray, view: SourceView): boolean {
  // Translated texts also mention keys.
  if (/(?:^|\/)(?:locales?|i18n|lang|languages|translations?|phrases[\w-]*|messages)\//i.test(view.path))
    return false;
  return view.code.charAt(match.index ?? 0) === match[0].charAt(0);
}
