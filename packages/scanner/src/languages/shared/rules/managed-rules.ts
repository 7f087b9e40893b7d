import { bodyAfter, fromLast, plain } from '../../../rules/body-text.ts';
import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { calledRoutesOf, handlerAt, managedLanguages } from './managed-handlers.ts';

const managed = { languages: managedLanguages, source: 'code', over: 'code' } as const;

/** A record with an owner, by the name of its collection. */
const owned = String.raw`\w*(?:[uU]ser|[aA]ccount|[pP]rofile|[mM]ember|[cC]ustomer|[eE]mployee|[pP]atient|[oO]rder|[iI]nvoice|[sS]tatement|[mM]essage|[aA]ddress|[cC]ard|[wW]allet|[bB]asket|[cC]art|[pP]ayment|[dD]oc(?:ument)?|[nN]ote|[tT]icket|[bB]ooking|[rR]eservation|[tT]ransaction|[sS]ubscription|[fF]ile)(?:e?s)?`;
const holder = String.raw`(?:\w*(?:[cC]ontext|[dD]b|[rR]epo(?:sitory)?|[dD]ao|[sS]tore)|${owned})`;
const amounts =
  /\b(?:PageRequest\s*\.\s*of\s*\([^,()\n]{1,80},\s*|(?:setMaxResults|ofSize|limit|take|Take|Limit|Delay|sleep|repeat|Repeat|allocate|ByteArray|CharArray|IntArray)\s*\(\s*(?:[cC]har\s*\w+,\s*)?|new\s+(?:byte|char|int|long|String|string)\s*\[\s*|new\s+(?:ArrayList|List|HashMap|Dictionary|StringBuilder|MemoryStream)\s*(?:<[^()\n]{0,60}>)?\s*\(\s*|PageSize\s*=\s*)(\w+)(?:\s*\.\s*to(?:Int|Long)\s*\(\s*\))?\s*[,)\];}]/g;

/** Missing checks in request handlers of Java, Kotlin and C#, whatever the framework. */
export const managedRules: readonly TextRule[] = [
  {
    ...managed,
    id: 'access/foreign-record',
    pattern: new RegExp(
      String.raw`\b_?${holder}\.(?:\w+\.)?(?:findById|getById|getReferenceById|getOne|deleteById|findOne|findByIdOrNull|find|get|delete|FindAsync|Find|GetByIdAsync|GetById|DeleteByIdAsync|DeleteAsync)\s*\(\s*(\w+)(?:\s*\.\s*to\w+\s*\(\s*\))?\s*\)|\.(?:${owned})\s*\.(?:\w+\([^()\n]{0,80}\)\s*\.)?(?:First|Single)(?:OrDefault)?(?:Async)?\s*\(\s*(\w+)\s*=>\s*\2\.\w*Id\s*==\s*(\w+)\s*[,)]|\b_?\w*[sS]ervice\.(?:get|find|fetch|load|delete|remove|cancel|Get|Find|Delete|Remove|Cancel)\w*\s*\(\s*(\w+)\s*\)|\.\s*(?:where|select|deleteWhere)\s*\{\s*${owned}\.\w*[iI]d\s+eq\s+(\w+)\s*\}|\b_?\w+\.(?:findById|findByIdOrNull|getReferenceById|FindAsync)\s*\(\s*(\w+)\s*\)`,
      'g',
    ),
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-639', 'CWE-862', 'CWE-285'],
    description:
      'The handler takes the owner of the record from the request and never compares it with the signed-in user.',
    recommendation: 'Make the owner part of the query, or check it afterwards.',
    refine: (match, view) => {
      const handler = handlerAt(view, match.index ?? 0);
      const number = match[1] ?? match[3] ?? match[4] ?? match[5] ?? match[6] ?? '';
      if (handler !== undefined && match[4] === undefined && ignoresOwner(handler.code, number)) return true;
      if (match[6] !== undefined) return false;
      if (!handler?.given.has(number) || handler.ignoresCaller === false) return false;
      // A service may check the owner elsewhere. So the caller's identity must be read and not passed on.
      if (match[4] !== undefined && handler.ignoresCaller !== true) return false;
      if (
        asksRight.test(handler.head) ||
        /admin/i.test(view.path) ||
        /[oO]wner|[uU]serId|accessible|isAdmin/.test(handler.code)
      )
        return false;
      return handler.ignoresCaller === true || isForSignedIn(view, match.index ?? 0);
    },
  },
  {
    ...managed,
    id: 'access/unbounded-amount',
    pattern: amounts,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-770', 'CWE-789', 'CWE-400'],
    description:
      'One request with a large number uses up the memory, the database or the time of all others.',
    recommendation: 'Use the smaller of the number and a limit (Math.min, Math.Min, coerceAtMost).',
    refine: (match, view) => {
      const handler = handlerAt(view, match.index ?? 0);
      const [, name = ''] = match;
      return (
        handler?.given.has(name) === true &&
        !isBounded(name, handler.code) &&
        !/@(?:Max|Range|Size|Positive)\b|\[(?:Range|MaxLength)\b/.test(handler.code)
      );
    },
  },
  {
    ...managed,
    id: 'reliability/division-by-input',
    pattern:
      /\b(\w+)\s*(?::\s*Int\s*)?=\s*(?:(?:Integer|Long)\.parse(?:Int|Long)|(?:int|long|Int32|Int64)\.Parse|Convert\.ToInt(?:32|64))\s*\(/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-369'],
    description: 'Zero makes the request fail with an exception.',
    recommendation: 'Check for zero first.',
    refine: (match, view) => {
      const name = plain(match[1] ?? '');
      const rest = bodyAfter(match, view);
      const use = new RegExp(String.raw`[\w)]\s*[/%]\s*${name}\b`).exec(rest);
      if (
        !use ||
        new RegExp(String.raw`\b${name}\s*(?:[<>]|[!=]=|is\b)|[<>=]=?\s*${name}\b(?!\s*;)`).test(
          rest.slice(0, use.index),
        )
      )
        return false;
      return fromLast(match, view, use.index + 1);
    },
  },
  {
    ...managed,
    id: 'access/unsafe-temporary-file',
    over: 'withoutComments',
    pattern:
      /\b(?:File|FileOutputStream|FileWriter|FileInfo|FileStream|StreamWriter|Paths\.get|Path\.of|Path|Path\.(?:Combine|Join)|File\.\w+)\s*\(\s*\$?"\/(?:var\/)?tmp(?:\/[^"\n]+)?"|\b(?:File|FileOutputStream|FileWriter)\s*\(\s*System\.getProperty\s*\(\s*"java\.io\.tmpdir"\s*\)\s*[+,]|\bPath\.(?:Combine|Join)\s*\(\s*Path\.GetTempPath\(\)\s*,\s*[^;\n]{1,120}\)|\bPath\.GetTempPath\(\)\s*\+\s*[^;\n]{1,120};/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-377', 'CWE-379'],
    description: 'Another user of the machine can create a file or a link there first.',
    recommendation: 'Use Files.createTempFile, Path.GetRandomFileName or Directory.CreateTempSubdirectory.',
    refine: (match, view) =>
      !/createTemp|GetRandomFileName|Guid|UUID|CreateTemp|Random/.test(
        view.lineText(view.lineAt(match.index ?? 0)),
      ),
  },
  {
    ...managed,
    id: 'access/check-then-use',
    pattern:
      /\bif\s*\(\s*!\s*(?:(\w+)\s*\.\s*exists\s*\(\s*\)|Files\s*\.\s*exists\s*\(\s*(\w+)\s*\)|File\s*\.\s*Exists\s*\(\s*(\w+)\s*\))\s*\)\s*\{?\s*[^;\n]{0,80}(?:\b\1\s*\.\s*(?:createNewFile|writeText|writeBytes|outputStream)|\(\s*(?:\1|\2|\3)\b)/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-367', 'CWE-362'],
    description: 'Between the check and the use somebody else can put another file there.',
    recommendation: 'Create it in one step that fails if it exists (Files.createFile, FileMode.CreateNew).',
    refine: (match) =>
      /createNewFile|create|FileOutputStream|FileWriter|write|Write|Create(?!Directory)/.test(match[0]) &&
      !/[dD]irector|mkdir/.test(match[0]),
  },
];

/** Whether a method takes the id of a record and of its owner, and ignores the owner. */
function ignoresOwner(code: string, number: string): boolean {
  const given = code.slice(
    0,
    Math.max(0, code.search(/\)\s*(?::[^{=]{1,60})?(?:throws\s[^{]{1,80})?(?:=>?|\{)/)),
  );
  const owner =
    /\b(?:String|string|Long|long|int|Int|UUID|Guid|User|Principal)\??\s+((?:owner|user|caller|principal|requester|currentUser)(?:Id|Name|name)?|username)\b|\b((?:owner|user|caller|principal|requester|currentUser)(?:Id|Name|name)?|username)\s*:\s*[A-Z]/.exec(
      given,
    );
  const name = owner?.[1] ?? owner?.[2];
  return (
    name !== undefined &&
    name !== number &&
    new RegExp(String.raw`[\s(]${number}\b`).test(given) &&
    code.split(new RegExp(String.raw`\b${name}\b`)).length === 2
  );
}

const asksRight =
  /@(?:PreAuthorize|PostAuthorize|Secured|RolesAllowed)\b|\[(?:\w*(?:Permission|Role|Polic|Require|Right)\w*|Authorize\s*[<(])/;

/** Whether the code requires a sign-in, but no particular right. */
function isForSignedIn(view: SourceView, offset: number): boolean {
  if (view.file.language === 'C#')
    return (
      /\[Authorize\b/.test(view.code) &&
      !/\[Authorize\s*\(\s*(?:Roles|Policy|")/.test(view.withoutComments) &&
      /ActionResult|IResult|\[Http/.test(view.code)
    );
  return calledRoutesOf(view).some(
    (route) => route.isGuarded && route.start <= offset && offset < route.end && !/admin/i.test(route.path),
  );
}

/** Whether a number is compared or clamped somewhere in the handler. */
function isBounded(name: string, code: string): boolean {
  const own = plain(name);
  return new RegExp(
    String.raw`\b${own}\b\s*(?:[<>]|in\b|is\b|\??\.\s*coerce|\??:\s*return)|[<>]=?\s*${own}\b|\b(?:[mM]in|[mM]ax|[cC]lamp|minOf|maxOf|coerce\w*|Validate\w*|validate\w*|check\w*|bounded\w*|limit(?:ed|To)\w*)\s*\([^;\n]{0,80}\b${own}\b|\b${own}\s*(?::\s*\w+\s*)?=[^;\n]{0,160}(?:coerce|[mM]in\s*\(|[cC]lamp\s*\(|minOf)`,
  ).test(code);
}
