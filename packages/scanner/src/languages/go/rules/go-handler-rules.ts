import { bodyAfter, bodyBefore, fromLast, plain, wholeBody } from '../../../rules/body-text.ts';
import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const go = { languages: ['Go'], source: 'code', over: 'code' } as const;
const handler =
  /http\.ResponseWriter|\*http\.Request|\*gin\.Context|echo\.Context|\*fiber\.Ctx|\*app\.RequestContext/;
const asked =
  /(?:\.(?:Param|Params|PathValue|QueryParam|Query|FormValue|PostForm|URLParam|ByName|DefaultQuery|ParamsInt)\(|\bmux\.Vars\(|\bvars\[)/;
const guard = String.raw`\w*(?:[aA]uth|[jJ][wW][tT]|[rR]equire|[sS]ession|[lL]ogin|[gG]uard|[aA]dmin|[pP]ermi|[rR]ole|[vV]erify|[pP]rotect|[eE]nsure)\w*`;
const personal =
  'users?|accounts?|profiles?|members?|customers?|employees?|patients?|orders?|invoices?|payments?|messages?|addresses|cards?|wallets?|carts?|documents?|notes?|tickets?|files?|subscriptions?|transactions?|bookings?|records?|statements?|conversations?|tasks?|projects?';
/** The signed-in user, in the query or compared with the record. */
const owner =
  /[uU]ser_?I[dD]|user_id|[oO]wner|account_id|[aA]ccountI[dD]|tenant|[tT]enant|org_id|[oO]rgI[dD]|customer_id|[cC]laims|[pP]rincipal|[cC]urrentUser|[sS]ession|\b[aA]uth\w*|[pP]ermission|[iI]sAdmin|[cC]an[A-Z]\w+\(|["'](?:user|uid|sub)\w*["']/;

/** Missing checks in Go handlers. */
export const goHandlerRules: readonly TextRule[] = [
  {
    ...go,
    id: 'injection/command',
    over: 'withoutComments',
    pattern:
      /\bexec\.Cmd\s*\{[^{}]{0,200}\bArgs\s*:\s*\[\]string\s*\{\s*"(?:\/\w+)*(?:ba|da|z)?sh"\s*,\s*"-\w*c"\s*,\s*([^}\n]*(?:\+|Sprintf)[^}\n]*)\}/g,
    impact: 'takeover',
    confidence: 0.7,
    cwe: ['CWE-78', 'CWE-77', 'CWE-88'],
    description: 'The shell runs parts of the data as commands.',
    recommendation: 'Run the program directly with a list of arguments.',
    refine: (match, view) => {
      const body = bodyBefore(match, view);
      const name = /(?:\+|,)\s*([a-z]\w*)\b/.exec(match[1] ?? '')?.[1];
      if (name === undefined) return false;
      const isTheirs = new RegExp(
        String.raw`\b${plain(name)}\s*(?:,\s*\w+)?\s*:?=\s*[^\n]*(?:Query|Param|Form|Header|Vars|Cookie|os\.Args)`,
      ).test(body);
      const isChecked = new RegExp(
        String.raw`(?:MatchString|Contains|HasPrefix|\[)\s*\(?\s*[^\n]*\b${plain(name)}\b`,
      ).test(body.slice(0, -match[0].length));
      return isTheirs && !isChecked && fromLast(match, view, 0);
    },
  },
  {
    ...go,
    over: 'withoutComments',
    id: 'access/foreign-record',
    pattern:
      /\.(?:Delete|First|Take|Last)\s*\(\s*&\w[\w.{}]*\s*,\s*(?:"(?:\w+\.)?id\s*=\s*\?"\s*,\s*)?(?:\w+\.(?:Param|Query|Params|QueryParam|PathValue|FormValue)\s*\(|chi\.URLParam\s*\()/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-639', 'CWE-862', 'CWE-285'],
    description:
      'The handler takes the owner of the record from the request and never compares it with the signed-in user.',
    recommendation: 'Make the owner part of the query.',
    refine: (match, view) => {
      const line = view.lineText(view.lineAt(match.index ?? 0));
      return !/[oO]wner|[uU]ser_?[iI][dD]|tenant|account/i.test(line) && hasUsers(view);
    },
  },
  {
    ...go,
    id: 'access/unguarded-route',
    over: 'withoutComments',
    pattern: /\b(\w+)\s*:?=\s*(\w+)\.Group\(\s*"([^"\n]*)"\s*\)/g,
    impact: 'disclosure',
    confidence: 0.55,
    cwe: ['CWE-862', 'CWE-306'],
    description: 'Other groups of this file run a guard first; this one changes data and runs none.',
    recommendation: 'Add the guard that the other groups have.',
    refine: (match, view) => {
      const [, name, parent, path] = match as unknown as [string, string, string, string];
      if (/public|auth|login|health|webhook|static|callback|docs/i.test(path)) return false;
      const text = view.withoutComments;
      const isGuarded = (one: string) =>
        new RegExp(
          String.raw`\b${one}\.(?:Use|With)\(\s*[^\n]*${guard}|\b${one}\s*:?=\s*\w+\.Group\([^\n]*,[^\n]*${guard}`,
        ).test(text);
      if (isGuarded(name) || isGuarded(parent)) return false;
      // Another group, or another route, has the guard.
      if (!new RegExp(String.raw`\.Use\(\s*[\w.]*${guard}|\.Group\([^\n]*,\s*[\w.]*${guard}`).test(text))
        return false;
      const from = (match.index ?? 0) + match[0].length;
      const rest = text.slice(from, from + 4_000);
      const isAdministration = /admin|internal|manage|ops|backoffice|system/i.test(path);
      const change = new RegExp(
        String.raw`\b${name}\.(${isAdministration ? 'POST|Post|' : ''}DELETE|PUT|PATCH|Delete|Put|Patch)\(([^\n]*)`,
      ).exec(rest);
      if (change === null || new RegExp(guard).test(change[2] ?? '')) return false;
      return fromLast(match, view, change.index + 1);
    },
  },
  {
    ...go,
    id: 'access/foreign-record',
    over: 'withoutComments',
    pattern: new RegExp(
      String.raw`["\x60]\s*(?:SELECT\s[^"\x60]{1,300}?\sFROM\s+(?:\w+\.)?(?:${personal})\b|(?:UPDATE|DELETE\s+FROM)\s+[\w.]+)[^"\x60]{0,200}?\sWHERE\s+(?:\w+\.)?id\s*=\s*(?:\?|\$\d+|:id)\s*(?:LIMIT\s+1\s*)?;?\s*["\x60]\s*,\s*(\w+)\b`,
      'gi',
    ),
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-639', 'CWE-862', 'CWE-285'],
    description:
      'The handler takes the owner of the record from the request and never compares it with the signed-in user.',
    recommendation: 'Make the owner part of the query.',
    refine: (match, view) =>
      isForeign(match[1] ?? '', wholeBody(match, view), bodyBefore(match, view), view.text) &&
      fromLast(match, view, 0),
  },
  {
    ...go,
    id: 'access/foreign-record',
    over: 'withoutComments',
    pattern:
      /\.(?:First|Take|Last|Delete)\(\s*&\w[\w.{}]*\s*,\s*(?:"(?:\w+\.)?id\s*=\s*\?"\s*,\s*)?([a-z]\w*)\s*\)/gi,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-639', 'CWE-862', 'CWE-285'],
    description:
      'The handler takes the owner of the record from the request and never compares it with the signed-in user.',
    recommendation: 'Make the owner part of the query.',
    refine: (match, view) => {
      const head = new RegExp(
        String.raw`\b(?:var\s+)?${/&(\w+)/.exec(match[0])?.[1]}\s*(?::=\s*&?|\s)\s*(?:\w+\.)?(\w+)`,
      );
      const kind = head.exec(bodyBefore(match, view))?.[1] ?? '';
      return (
        (/Delete/.test(match[0]) || new RegExp(`^(?:${personal})$`, 'i').test(kind)) &&
        isForeign(match[1] ?? '', wholeBody(match, view), bodyBefore(match, view), view.text)
      );
    },
  },
  {
    ...go,
    id: 'performance/unbounded-body',
    pattern: /\b(?:io|ioutil)\.ReadAll\(\s*(\w+(?:\.Request(?:\(\))?)?)\.Body\s*\)/g,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-400', 'CWE-770'],
    description: 'A body of any size is read into memory.',
    recommendation: 'Read through http.MaxBytesReader or io.LimitReader.',
    refine: (match, view) => {
      const body = bodyBefore(match, view);
      const name = plain(match[1]);
      return (
        (/\.Request/.test(name) || new RegExp(String.raw`\b${name}\s+\*http\.Request\b`).test(body)) &&
        !/MaxBytes|LimitReader|BodyLimit|ContentLength/.test(view.code)
      );
    },
  },
  {
    ...go,
    id: 'access/timing-comparison',
    pattern: /\b(\w+)\s*:?=\s*(?:[\w.]+\()*\w+\.Sum\(nil\)/g,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-208'],
    description: 'The time of the comparison shows how much of a guess is right.',
    recommendation: 'Use hmac.Equal or subtle.ConstantTimeCompare.',
    refine: (match, view) => {
      if (!/\bhmac\.New\(/.test(bodyBefore(match, view))) return false;
      const name = plain(match[1]);
      const use = new RegExp(
        String.raw`(?<![\w.])(?:${name}|string\(${name}\))\s*[!=]=\s*(?!nil|"")|[!=]=\s*(?:${name}|string\(${name}\))(?![\w.(])|\bbytes\.(?:Equal|Compare)\([^\n]*\b${name}\b`,
      ).exec(bodyAfter(match, view));
      return use !== null && fromLast(match, view, use.index + 1);
    },
  },
  {
    ...go,
    id: 'access/mass-assignment',
    pattern: /\.(?:ShouldBind\w*|Bind\w*|BodyParser|Decode|ReadJSON)\(\s*&(\w+)\s*\)/g,
    impact: 'weakening',
    confidence: 0.55,
    cwe: ['CWE-915'],
    description: 'Whoever sends the field sets it, and so can set permissions or another owner.',
    recommendation: 'Bind to a structure with only the fields that the caller may set, and copy from it.',
    refine: (match, view) => {
      const body = wholeBody(match, view);
      if (!handler.test(body)) return false;
      const name = plain(match[1]);
      const type = new RegExp(
        String.raw`\bvar ${name} (?:\w+\.)?(\w+)|\b${name} :?= (?:&?(?:\w+\.)?|new\()(\w+)`,
      ).exec(bodyBefore(match, view));
      const kind = type?.[1] ?? type?.[2];
      if (kind === undefined) return false;
      const fields =
        new RegExp(String.raw`\btype ${kind} struct \{([^}]*)\}`).exec(view.withoutComments)?.[1] ?? '';
      const rights = fields
        .split('\n')
        .find((line) =>
          /^\s*(?:Is(?:Admin|Staff|Super\w*|Active|Verified)|Admin|Roles?|Permissions?|Balance|Credits?|Verified|Approved|OwnerID|TenantID|PasswordHash)\s/.test(
            line,
          ),
        );
      return (
        rights !== undefined &&
        !/json:"-/.test(rights) &&
        new RegExp(
          String.raw`\.(?:Create|Save|Updates?|Insert\w*|InsertOne|Put|Store)\(\s*(?:\w+,\s*)?&?${name}\b`,
        ).test(bodyAfter(match, view))
      );
    },
  },
  {
    ...go,
    id: 'reliability/ignored-error',
    pattern: /\b(\w+), _ :?= [\w.]+\.(?:Do|Get|Post|PostForm|Head)\(/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-252', 'CWE-476', 'CWE-754'],
    description: 'On an error there is no response to read, and the request panics.',
    recommendation: 'Return or handle the error.',
    refine: (match, view) => {
      const name = plain(match[1]);
      const rest = bodyAfter(match, view).slice(0, 400);
      const use = new RegExp(String.raw`\b${name}\.(?:Body|StatusCode|Header)\b`).exec(rest);
      return use !== null && !new RegExp(String.raw`\b${name} [!=]= nil`).test(rest.slice(0, use.index));
    },
  },
  {
    ...go,
    id: 'reliability/unchecked-index',
    pattern: /\b(\w+), \w+ :?= strconv\.(?:Atoi|ParseInt|ParseUint)\(/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-129', 'CWE-125', 'CWE-248'],
    description: 'An index past the end makes the request panic.',
    recommendation: 'Refuse negative numbers and those that are not below len.',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      const name = plain(match[1]);
      const use = new RegExp(
        String.raw`\b(\w+)\[\s*(?:int\(${name}\)|${name})(?:\s*[-+]\s*1)?\s*(?:\]|:)|\b(\w+)\[\w*:\s*${name}\s*\]`,
      ).exec(rest);
      if (
        use === null ||
        !/http\.Request|gin\.Context|echo\.Context|fiber\.Ctx|os\.Args/.test(wholeBody(match, view))
      )
        return false;
      const before = rest.slice(0, use.index);
      if (new RegExp(String.raw`\b${name}\)?\s*(?:[<>]|%)|[<>]=?\s*(?:int\()?${name}\b|\bmin\(`).test(before))
        return false;
      const list = use[1] ?? use[2];
      return (
        new RegExp(
          String.raw`\b${list}(?:\s*:?=\s*|\s+)(?:make\()?\[\d*\][\w*.\]]|\b${list}\s*:?=\s*strings\.(?:Split|Fields)`,
        ).test(view.code) && fromLast(match, view, use.index + 1)
      );
    },
  },
];

/** The name holds data of the request, in a handler that never checks who is signed in. */
function isForeign(given: string, body: string, before: string, file: string): boolean {
  const name = plain(given);
  const from = new RegExp(String.raw`\b${name}\b[^\n=]*:?=\s*([^\n]*)`).exec(before)?.[1] ?? '';
  const again = /\((\w+)[,)]/.exec(from)?.[1];
  const origin =
    again === undefined
      ? ''
      : (new RegExp(String.raw`\b${again}\b[^\n=]*:?=\s*([^\n]*)`).exec(before)?.[1] ?? '');
  return (
    handler.test(body) &&
    (asked.test(from) || asked.test(origin)) &&
    !owner.test(body) &&
    /\b[aA]uth\w*|jwt|[sS]ession|OwnerID|[uU]serID|user_id|account_id/.test(file)
  );
}

function hasUsers(view: SourceView): boolean {
  return /\bauth\b|jwt|session|OwnerID|UserID|middleware/i.test(view.text);
}
