import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const languages = [...jsLanguages, 'Python', 'PHP', 'Java', 'Kotlin', 'Go', 'Ruby', 'C#'];

/** The name of a secret value that is no salt. */
const secretName = String.raw`\$?(?:\w+(?:\.|->|::))*\w{0,40}(?:[sS]ecret|SECRET|[sS]igning_?[kK]ey|SIGNING_KEY|[hH]mac_?[kK]ey|HMAC_KEY|[sS]hared_?[kK]ey|SHARED_KEY|[pP]rivate_?[kK]ey|PRIVATE_KEY|[mM]erchant_?[kK]ey|MERCHANT_KEY|[aA]pp_?[kK]ey|APP_KEY)(?:_?[kK]ey|_KEY)?`;

/** The secret before or after the signed data: `secret + data`, `$secret . $data`, `${secret}${data}`. */
const joined = new RegExp(
  String.raw`(?:^|[\s(,\[])${secretName}\b(?:\(\)|\[[^\]\n]{1,40}\])?\s*(?:\+|\.(?=\s*[$"'])|,\s*$)|(?:\+|[\w\])"']\s+\.|"\s*\.)\s*${secretName}\b(?!\s*[(.\[]\s*length)|[$#]\{\s*${secretName}\s*\}[^"'\x60\n]*[$#]\{|\{\s*${secretName}\s*\}[^"'\n]*\{|[$#]?\{[^{}\n]{1,60}\}[^"'\x60\n]{0,40}[$#]?\{\s*${secretName}\s*\}`,
  'm',
);

/** Calls that hash once, up to their argument. */
const hashing =
  /\b(?:createHash\s*\([^()\n]{1,30}\)\s*\.\s*update|hashlib\.(?:md5|sha1|sha224|sha256|sha384|sha512)|(?:md5|sha1|sha256|sha512)(?:Hex|_hex)?|hash\s*\(\s*["'](?:md5|sha1|sha256|sha512)["']\s*,|DigestUtils\.\w{3,20}|(?:md5|sha1|sha256|sha512)\.(?:Sum\w*|New)|Digest::\w{3,8}\.(?:hex|base64)?digest|(?:CryptoJS\.)?(?:MD5|SHA1|SHA256|SHA512)|\w*(?:[dD]igest|md|sha\d*)\.(?:digest|update)|\.?ComputeHash|HashData)\s*\(?/g;

const MAX_ARGUMENT = 240;

/** A plain hash of a secret together with the data that it should protect. */
export const hashedSecrets: readonly TextRule[] = [
  {
    id: 'crypto/hash-as-mac',
    languages,
    pattern: hashing,
    needs: /secret|sign(?:ing)?_?key|hmac_?key|shared_?key|private_?key|merchant_?key|app_?key/i,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-327', 'CWE-328', 'CWE-347'],
    source: 'code',
    description:
      'Whoever knows one such hash can extend the signed data, or find two texts with the same hash, without the secret.',
    recommendation: 'Use HMAC with the secret as its key, and compare in constant time.',
    refine: (match, view) => {
      const start = (match.index ?? 0) + match[0].length;
      const argument = statementFrom(view, start);
      if (/passw|passphrase|\bpwd\b/i.test(argument)) return false;
      return joined.test(argument) || joined.test(builtBefore(view, start, argument));
    },
  },
];

/** Accounts that are created with a password from the code. */
export const madePasswords: readonly TextRule[] = [
  {
    id: 'access/known-password',
    languages: [...languages, 'Rust'],
    pattern:
      /\b(?:hashpw|generate_password_hash|make_password|set_password|setPassword|password_hash|bcrypt(?:js)?\s*\.\s*hash(?:Sync)?|argon2\s*\.\s*hash|BCrypt::Password\.create|(?:\w*[pP]assword_?[eE]ncoder|[bB][cC]rypt\w*)(?:\(\))?\s*\.\s*(?:encode|hash|hashpw|HashPassword)|HashPassword|Hash::make|bcrypt\.GenerateFromPassword|bcrypt)\s*\(\s*(?:\[\]byte\(\s*)?b?(["'])([^"'\n$]{2,64})\1\s*[,)]/g,
    impact: 'weakening',
    confidence: 0.55,
    cwe: ['CWE-798', 'CWE-259'],
    source: 'code',
    description:
      'An account is created with a password from the code: whoever reads the code can sign in with it.',
    recommendation:
      'Read it from the environment, or generate one that has to be changed at the first sign-in.',
    refine: (match, view) => {
      if (view.exposure === 'test') return false;
      // A hash that is computed only to take as long as a real comparison.
      if (/dummy|fake|invalid|placeholder|timing|nobody|^\$2/i.test(match[2] ?? '')) return false;
      return /seed|fixture|factor(?:y|ies)|demo|sample/i.test(view.path)
        ? { impact: 'hygiene', confidence: 0.5 }
        : true;
    },
  },
];

/** The text from here to the end of the call, at most a few lines. */
function statementFrom(view: SourceView, start: number): string {
  const text = view.withoutComments.slice(start, start + MAX_ARGUMENT);
  const end = text.search(/;|\)\s*(?:\n|$)|\n\s*\n/);
  return end < 0 ? text : text.slice(0, end + 1);
}

/** If a variable is hashed, the text of its assignments in the same function. */
function builtBefore(view: SourceView, start: number, argument: string): string {
  const name = /^\s*(?:\[\]byte\()?\s*\$?([A-Za-z_]\w*)\s*(?:[.,)]|$)/.exec(argument)?.[1];
  const around = name === undefined ? undefined : view.functionAt(view.lineAt(start));
  if (name === undefined || around === undefined) return '';
  const body = view.linesOf(around, 'withoutComments');
  const set = new RegExp(String.raw`\$?\b${name}\s*(?::?=)(?!=)\s*([^;\n]{1,200})`).exec(body);
  return set?.[1] ?? '';
}
