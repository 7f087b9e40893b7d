import { callText } from '../../../rules/call-text.ts';
import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

/** Habits that open doors: known passwords, names that are checked and then used, nonces that are written down. */
export const habitRules: readonly TextRule[] = [
  {
    id: 'reliability/check-then-use',
    title: 'A file is looked at and then opened by its name',
    languages: ['Python'],
    pattern:
      /\bif\s+(?:not\s+)?os\.(?:path\.(?:exists|isfile|islink)|access)\(\s*([\w.]+)[^\n]{0,300}\n(?:[^\n]{0,300}\n){0,3}?[^\n]{0,300}\b(?:open|os\.remove|os\.unlink|os\.chmod|shutil\.\w+)\(\s*\1\b/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.4,
    cwe: ['CWE-367'],
    description: 'Between the two somebody else can put another file there.',
    recommendation: 'Open it at once and handle the error.',
  },
  {
    id: 'crypto/fixed-nonce',
    title: 'Nonce that never changes',
    languages: ['Python'],
    pattern:
      /\b(?:AES|DES3?|Blowfish)\.new\s*\([^()\n]{0,300}MODE_(?:CBC|CFB|OFB|CTR|GCM)\s*,\s*(?:iv\s*=\s*|nonce\s*=\s*)?([A-Za-z_]\w*)\s*\)/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-329', 'CWE-1204'],
    description:
      'With the same nonce, equal texts give equal ciphertexts, and with some modes the key stream repeats.',
    recommendation: 'Draw the nonce anew for each message and send it along.',
    source: 'code',
    refine: (match, view) =>
      new RegExp(
        `\\b${match[1]}\\s*=\\s*(?:b?["'][^"'\\n]{1,300}["']|bytes\\(\\d+\\)|bytearray\\(\\d+\\))(?:\\s*\\*\\s*[\\w.]+)?\\s*$`,
        'm',
      ).test(view.withoutComments),
  },
  {
    id: 'access/unchecked-upload',
    title: 'Uploaded file kept under its own name',
    languages: ['Python'],
    pattern:
      /\bopen\s*\(\s*[^)\n]{0,300}(?:\+\s*|\{|,\s*)\w*(?:file_?name|img_?name|image_?name|name)\b[^)\n]{0,300},\s*["'][wa]b?\+?["']/g,
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-434', 'CWE-22'],
    description: 'The name decides where the file goes and what the server makes of it.',
    recommendation: 'Choose a name of your own, and check kind and size.',
    source: 'code',
    refine: (match, view) => {
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      const body = around
        ? view.text.slice(view.offsetOf(around.line), view.offsetOf(around.endLine + 1))
        : view.text;
      return (
        /request\.files|UploadFile|request\.FILES/.test(body) &&
        !/secure_filename|splitext|ALLOWED|allowed_file/.test(body)
      );
    },
  },
  {
    id: 'maintainability/removed-api',
    title: 'Call that newer versions no longer have',
    languages: ['Python'],
    pattern:
      /\btime\.clock\s*\(\s*\)|\bos\.(?:popen[234]|spawnvp?e?)\s*\(|\bplatform\.(?:linux_distribution|dist)\s*\(|\bcollections\.(?:Mapping|MutableMapping|Iterable|Callable)\b|\binspect\.getargspec\s*\(/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.85,
    cwe: ['CWE-477'],
    description: 'On a current interpreter the line fails.',
    recommendation: 'Use what took its place.',
  },
  {
    id: 'access/tag-filter',
    title: 'Markup filtered by a pattern',
    languages: ['Python', ...jsLanguages, 'PHP', 'Ruby'],
    pattern:
      /\b(?:re\.sub|replace|replaceAll|preg_replace|gsub)\s*\(\s*r?(?:["'/])[^"'\n]{0,20}<\\?\/?(?:script|\[\^>\]|iframe)[^\n]{0,80}/gi,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-116', 'CWE-79'],
    description:
      'Browsers take markup for script that no such pattern foresees (`</script >`, attributes, other tags).',
    recommendation: 'Escape the text, or use a sanitizer that parses.',
    source: 'code',
  },
  {
    id: 'access/open-permissions',
    title: 'File that everybody may run',
    languages: ['Python'],
    pattern: /\bos\.chmod\s*\(\s*[^,()]{1,300},\s*0o?7[0-7][157]\s*\)/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.45,
    cwe: ['CWE-732', 'CWE-276'],
    description: 'Any account on the machine can run it.',
    recommendation: 'Give rights to the owner alone where no other needs them.',
    source: 'code',
  },
  {
    id: 'access/session-fixation',
    title: 'The session stays the same at login',
    languages: [...jsLanguages],
    pattern:
      /\breq(?:uest)?\.session\.(?:user_?id|user|account|uid|logged_?in|isAuthenticated|authenticated)\s*=(?!=)(?!\s*(?:null|undefined|false|0|''|"")\s*[;,)\n])/gi,
    over: 'code',
    impact: 'weakening',
    confidence: 0.5,
    cwe: ['CWE-384'],
    description: 'Whoever planted a session in the browser before is signed in with it too.',
    recommendation: 'Call session.regenerate before the user is put into it.',
    source: 'code',
    refine: (match, view) =>
      !/\.regenerate\s*\(/.test(view.code.slice(Math.max(0, (match.index ?? 0) - 500), match.index)),
  },
  {
    id: 'access/user-enumeration',
    title: 'The answer tells which names exist',
    languages: [...jsLanguages, 'Python', 'PHP', 'Java', 'Ruby'],
    pattern:
      /["'`](?:invalid (?:user ?name|user|login|e-?mail)|(?:user|user ?name|e-?mail|account)(?: was| is| does)? not (?:found|exist|registered)|no such user|unknown user|user does not exist|(?:user ?name|user|account|e-?mail|#\{\w*(?:email|user|login)\w*\}) (?:doesn't|does not) exist)[.!]?["'`]/gi,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-204', 'CWE-203'],
    description:
      'With one answer for a wrong name and another for a wrong password, names can be tried one by one.',
    recommendation: 'Give one answer for both.',
    source: 'code',
    refine: (match, view) => {
      if (
        !/["'`](?:(?:invalid|wrong|incorrect) password|password (?:is |was )?(?:not correct|incorrect|wrong|invalid)[\w ]{0,40})[.!]?["'`]/i.test(
          view.text,
        )
      )
        return false;
      const line = usedAt(match.index ?? 0, view);
      return line === undefined || { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
  {
    id: 'access/silent-sign-in-failure',
    title: 'Failed sign-ins leave no trace',
    languages: [...jsLanguages],
    pattern: /\bdone\s*\(\s*null\s*,\s*false\b/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.45,
    cwe: ['CWE-778', 'CWE-223'],
    description:
      'Guessing of passwords goes unseen where nobody writes down that it failed, for whom and from where.',
    recommendation: 'Log failed sign-ins with account and address, and alert when they pile up.',
    source: 'code',
    refine: (match, view) =>
      /Strategy\s*\(/.test(view.code) &&
      !/\b(?:log(?:ger)?|console|winston|pino|audit|bunyan)\s*\.\s*\w+\s*\(|\blog\s*\(/.test(view.code) &&
      // Told once, at the first of a strategy.
      firstAfter(view.code, /Strategy\s*\(/, /\bdone\s*\(\s*null\s*,\s*false\b/) === match.index,
  },
  {
    id: 'access/excess-data',
    title: 'Whole records of users are answered',
    languages: [...jsLanguages],
    pattern:
      /\b\w*(?:User|Account|Customer|Member|Employee|Patient)s?(?:Model|Repository|Repo)?\.(?:findAll|find|findMany|all)\s*\(\s*(?:\{\s*\})?\s*\)[^;]{0,80}?\.then\s*\(\s*(?:async\s*)?(?:function\s*)?\(?\s*(\w+)\s*\)?\s*(?:=>)?\s*\{?[^;]{0,120}?\.(?:json|send)\s*\((?:\{[^{}]{0,120}?)?\b\1\b(?!\s*\.\s*map)|(?:const|let|var)\s+(\w+)\s*=\s*await\s+\w*(?:User|Account|Customer|Member|Employee|Patient)s?(?:Model|Repository|Repo)?\.(?:findAll|find|findMany|all)\s*\(\s*(?:\{\s*\})?\s*\)\s*;?[^;]{0,200}?\.(?:json|send)\s*\((?:\{[^{}]{0,120}?)?\b\2\b(?!\s*\.\s*map)/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.55,
    cwe: ['CWE-200', 'CWE-213', 'CWE-359'],
    description: 'Hashes of passwords, tokens and private fields leave the server though no page shows them.',
    recommendation: 'Select the fields that the client needs.',
    source: 'code',
    refine: (_match, view) => !/toJSON\s*[(=:]|defaultScope|select\s*:\s*false|@Exclude/.test(view.code),
  },
  {
    id: 'access/logged-queries',
    title: 'Queries are logged with their values',
    languages: [...jsLanguages],
    pattern: /\bnew\s+Sequelize\s*\(/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-532'],
    description:
      'By default this library writes every statement to the log, with passwords and personal data in it.',
    recommendation: 'Set logging: false, or a function that leaves values out.',
    source: 'code',
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0);
      return !/\blogging\b|\.\.\.|,\s*\w*(?:[oO]ptions|[cC]onfig)\s*$/.test(call);
    },
  },
  {
    id: 'access/wrong-escaping',
    title: 'Address escaped for text and used as an address',
    languages: [...jsLanguages, 'Java', 'PHP', 'C#', 'Python'],
    pattern:
      /\b(?:encodeForHTML|escapeHtml|escapeHTML|htmlspecialchars|htmlEncode|HtmlEncode|html\.escape|escape_html)\s*\(\s*\$?[\w.>[\]'"-]{0,60}\b(?:website|home_?page|web_?url|profile_?url|link_?url|href)\b/gi,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-79', 'CWE-116', 'CWE-838'],
    description:
      'Escaping for text leaves `javascript:` addresses as they are, and a click on the link runs them.',
    recommendation: 'Let through http and https addresses only, then escape for the attribute.',
    source: 'code',
  },
];

/** The line where a text that was given a name is used first; undefined when it has none. */
function usedAt(offset: number, view: SourceView): number | undefined {
  const line = view.lineAt(offset);
  const name = /\b(?:const|let|var|final|static|String)\s+(\w+)\s*(?::\s*\w+\s*)?=\s*$/.exec(
    view.withoutComments.slice(Math.max(0, offset - 120), offset),
  )?.[1];
  if (name === undefined) return undefined;
  const from = view.offsetOf(line + 1);
  const use = view.code.slice(from).search(new RegExp(String.raw`\b${name}\b`));
  return use < 0 ? undefined : view.lineAt(from + use);
}

/** Where a pattern stands first behind another; -1 when it does not. */
function firstAfter(code: string, before: RegExp, pattern: RegExp): number {
  const from = code.search(before);
  const at = from < 0 ? -1 : code.slice(from).search(pattern);
  return at < 0 ? -1 : from + at;
}
