import { callText } from '../../../rules/call-text.ts';
import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const levels =
  'trace|debug|info|notice|warn|warning|error|err|fatal|critical|severe|exception|log|add|unknown|panic|alert|emergency';
const logger = String.raw`\b(?:\w*[lL]og(?:ger)?|LOG(?:GER)?|[kg]log|slog|logrus|zap|winston|pino|bunyan|Timber|logging(?:\.root)?|getLogger\([^()]*\)|get_logger\(\))`;

/** How each language writes to a log. The match ends with the opening parenthesis of the call. */
const calls: readonly (readonly [languages: readonly string[], pattern: RegExp])[] = [
  [jsLanguages, new RegExp(String.raw`(?:\bconsole|${logger})\.(?:${levels}|dir|table)\s*\(`, 'g')],
  [
    ['Python'],
    new RegExp(
      String.raw`${logger}\.(?:${levels})\s*\(|(?<![\w.])print\s*\(|\bsys\.std(?:out|err)\.write\s*\(`,
      'g',
    ),
  ],
  [
    ['Go'],
    new RegExp(
      String.raw`${logger}(?:\.With\w+\([^()]*\)|\.\w+\(\))?\.(?:Trace|Debug|Info|Notice|Warn(?:ing)?|Error|Fatal|Panic|Print)(?:f|ln|w|S|Depth)?\s*\(`,
      'g',
    ),
  ],
  [
    ['Ruby'],
    new RegExp(
      String.raw`(?:\bRails\.logger|@?${logger})\.(?:${levels})(?=[\s(])[ \t]*\(?|${logger}\s*<<`,
      'g',
    ),
  ],
  [
    ['PHP'],
    /\berror_log\s*\(|\bsyslog\s*\(|(?:->|::)(?:emergency|alert|critical|error|warning|notice|info|debug|log)\s*\(/g,
  ],
  [['Kotlin'], new RegExp(String.raw`\bLog\.[dviwe]\s*\(|${logger}\.(?:[dviwe]|${levels})\s*\(`, 'g')],
  [
    ['C#'],
    /\b_?[lL]og(?:ger)?\.(?:Log)?(?:Trace|Debug|Information|Info|Warning|Warn|Error|Critical|Fatal|Verbose)\s*\(/g,
  ],
  [
    ['Swift'],
    new RegExp(
      String.raw`(?<![\w.])(?:print|debugPrint|dump|NSLog|os_log)\s*\(|${logger}\.(?:${levels}|fault)\s*\(`,
      'g',
    ),
  ],
  [
    ['Dart'],
    new RegExp(
      String.raw`(?<![\w.])(?:print|debugPrint|log)\s*\(|${logger}\.(?:${levels}|fine|finer|shout)\s*\(`,
      'g',
    ),
  ],
  [['Scala'], new RegExp(String.raw`(?<![\w.])println\s*\(|${logger}\.(?:${levels})\s*\(`, 'g')],
  [['Rust'], /\b(?:log::|tracing::)?(?:info|debug|warn|error|trace|log)!\s*[([{]/g],
];

const secretName =
  /^(?:\w*_)?(?:password|passwd|pwd|pswd|passphrase|passcode|secret_?key|client_?secret|access_?token|refresh_?token|auth_?token|bearer_?token|api_?key|private_?key|card_?number|credit_?card(?:_?number)?|debit_?card(?:_?number)?|ccn|cvv|cvc|ssn|social_?security(?:_?number)?|passport_?n(?:o|umber))$/;
/** Values about a secret that do not disclose it. */
const harmlessName =
  /(?:^|_)(?:hash(?:ed)?|encrypt(?:ed)?|encoded|encrypted|crypt(?:ed)?|cipher|md5|sha\d*|digest|masked|redacted|length|len|size|count|is|has|no|not|need|needs|use|with|without|valid|invalid|incorrect|wrong|missing|error|err|reset|forgot|forgotten|change|changed|old_hash|url|uri|field|label|placeholder|policy|strength|file|path|name|prompt|id|type|hint|column|key_name|required|expired|expiry|regex|rule|rules|min|max|format|enabled|status|public)(?:_|$)/;

/** Calls whose result contains their argument. */
const passing =
  /^(?:str|String|to_s|toString|format|f|Sprintf|Sprint|sprintf|join|concat|repr|unicode|text|stringify|dumps|inspect|strip|trim|Errorf|Error|New|encode|decode)$/;

const words = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/^\W+|\W+$/g, '')
    .toLowerCase();

const isSecret = (name: string): boolean => {
  const plain = words(name).replace(/^get_/, '');
  return secretName.test(plain) && !harmlessName.test(plain);
};

/** The expressions that a string literal interpolates, in the syntax of the language. */
function valuesIn(literal: string, language: string): string {
  const holes =
    language === 'Ruby'
      ? /#\{([^{}]*)\}/g
      : language === 'Swift'
        ? /\\\(((?:[^()]|\([^()]*\))*)\)/g
        : language === 'Python' || language === 'C#' || language === 'Rust'
          ? /\{([A-Za-z_][\w.[\]"'()]*)(?:![rsa])?(?::[^{}]*)?\}/g
          : /\$\{([^{}]*)\}|\{?\$([A-Za-z_][\w>\-[\]'"]*)\}?/g;
  return [...literal.matchAll(holes)].map((one) => ` ${one[1] ?? one[2] ?? ''} `).join(',');
}

function valuesOf(text: string, language: string): string {
  const isPut = (before: string, quote: string): boolean =>
    language === 'Python'
      ? /[fF]$/.test(before)
      : language === 'C#'
        ? /\$@?$|@\$$/.test(before)
        : jsLanguages.includes(language as (typeof jsLanguages)[number])
          ? quote === '`'
          : quote === '"' || language === 'Dart';
  return text.replace(
    /([\w$@]*)("""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)/g,
    (whole, before: string, literal: string) => {
      if (/^["']\w+["']$/.test(literal) && before === '') return literal;
      return isPut(before, literal.charAt(0)) ? valuesIn(literal, language) : whole.length > 0 ? '""' : '';
    },
  );
}

/** The name of a secret among the arguments of a call. */
function secretIn(values: string): string | undefined {
  const indexed = /\[\s*:?["']?(\w+)["']?\s*\]/g;
  // Read from a request by its name.
  const asked =
    /\b(?:PostFormValue|FormValue|PostForm|getParameter|QueryParam|param|input)\s*\(\s*["'](\w+)["']/g;
  for (const [, name = ''] of [...values.matchAll(indexed), ...values.matchAll(asked)])
    if (isSecret(name)) return name;
  const plain = values
    .replace(/(["'])\w*\1/g, '""')
    .replace(/(\w+)\s*\(([^()]*)\)/g, (_, name: string, given: string) =>
      passing.test(name) ? ` ${given} ` : ` ${name} `,
    );
  // The last name of a member chain; not a key, a named argument, a condition or a callee.
  for (const [, name = ''] of plain.matchAll(
    /(?<![\w$:])(?:[\w$@]+(?:\?\.|->|::|\.))*\$?@?([A-Za-z_]\w*)(?![\w$]|\s*[.?(]|->|::|\s*=(?!=)|\s*:(?!:)|\s*[=!]==?|\s+(?:is|in|and|or)\b)/g,
  ))
    if (isSecret(name)) return name;
  return undefined;
}

/** The arguments of a call. Without parentheses, they end with the line. */
function argumentTextOf(view: SourceView, match: RegExpMatchArray): string {
  const at = match.index ?? 0;
  if (/[([{]\s*$/.test(match[0])) return callText(view, at + match[0].trimEnd().length - 1);
  const from = at + match[0].length;
  return view.withoutComments.slice(from, from + 300).split('\n')[0] ?? '';
}

/** Secrets that are logged in clear text. */
export const loggedSecretRules: readonly TextRule[] = calls.map(([languages, pattern]) => ({
  id: 'access/logged-secret',
  languages,
  pattern,
  over: 'code',
  needs: /pass|pwd|secret|token|key|card|cc[nv]|cvc|ssn|social/i,
  impact: languages.includes('Python') || languages === jsLanguages ? 'weakening' : 'hygiene',
  confidence: 0.55,
  cwe: ['CWE-532', 'CWE-312'],
  source: 'code',
  description: 'Anybody who reads the log, or a copy of it, has it.',
  recommendation: 'Do not log it.',
  refine: (match, view) => {
    const given = argumentTextOf(view, match);
    if (/\b(?:mask|redact|hide|obfuscate|censor)\w*\s*\(/i.test(given)) return false;
    return secretIn(valuesOf(given, view.file.language ?? '')) !== undefined;
  },
}));
