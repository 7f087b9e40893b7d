import type { TextRule } from '../../../rules/text-rule.ts';

/** Common mistakes: known passwords, names that are checked before use, fixed nonces. */
export const pythonHabitRules: readonly TextRule[] = [
  {
    id: 'reliability/check-then-use',
    languages: ['Python'],
    pattern:
      /\bif\s+(?:not\s+)?os\.(?:path\.(?:exists|isfile|islink)|access)\(\s*([\w.]+)[^\n]{0,300}\n(?:[^\n]{0,300}\n){0,3}?[^\n]{0,300}\b(?:open|os\.remove|os\.unlink|os\.chmod|shutil\.\w+)\(\s*\1\b/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.4,
    cwe: ['CWE-367'],
    description: 'Between the check and the use somebody else can put another file there.',
    recommendation: 'Open it directly and handle the error.',
  },
  {
    id: 'crypto/fixed-nonce',
    languages: ['Python'],
    pattern:
      /\b(?:AES|DES3?|Blowfish)\.new\s*\([^()\n]{0,300}MODE_(?:CBC|CFB|OFB|CTR|GCM)\s*,\s*(?:iv\s*=\s*|nonce\s*=\s*)?([A-Za-z_]\w*)\s*\)/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-329', 'CWE-1204'],
    description:
      'With the same nonce, equal plaintexts give equal ciphertexts, and in some modes the key stream repeats.',
    recommendation: 'Generate a new nonce for each message and send it along.',
    source: 'code',
    refine: (match, view) =>
      new RegExp(
        `\\b${match[1]}\\s*=\\s*(?:b?["'][^"'\\n]{1,300}["']|bytes\\(\\d+\\)|bytearray\\(\\d+\\))(?:\\s*\\*\\s*[\\w.]+)?\\s*$`,
        'm',
      ).test(view.withoutComments),
  },
  {
    id: 'access/unchecked-upload',
    languages: ['Python'],
    pattern:
      /\bopen\s*\(\s*[^)\n]{0,300}(?:\+\s*|\{|,\s*)\w*(?:file_?name|img_?name|image_?name|name)\b[^)\n]{0,300},\s*["'][wa]b?\+?["']/g,
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-434', 'CWE-22'],
    description: 'The name decides where the file is written and how the server treats it.',
    recommendation: 'Choose the name yourself, and check type and size.',
    source: 'code',
    refine: (match, view) => {
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      const body = around ? view.linesOf(around, 'text') : view.text;
      return (
        /request\.files|UploadFile|request\.FILES/.test(body) &&
        !/secure_filename|splitext|ALLOWED|allowed_file/.test(body)
      );
    },
  },
  {
    id: 'maintainability/removed-api',
    languages: ['Python'],
    pattern:
      /\btime\.clock\s*\(\s*\)|\bos\.(?:popen[234]|spawnvp?e?)\s*\(|\bplatform\.(?:linux_distribution|dist)\s*\(|\bcollections\.(?:Mapping|MutableMapping|Iterable|Callable)\b|\binspect\.getargspec\s*\(/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.85,
    cwe: ['CWE-477'],
    description: 'On a current interpreter the line fails.',
    recommendation: 'Use its replacement.',
  },
  {
    id: 'access/open-permissions',
    languages: ['Python'],
    pattern: /\bos\.chmod\s*\(\s*[^,()]{1,300},\s*0o?7[0-7][157]\s*\)/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.45,
    cwe: ['CWE-732', 'CWE-276'],
    description: 'Any account on the machine can run it.',
    recommendation: 'Give permissions to the owner only, unless others need them.',
    source: 'code',
  },
];
