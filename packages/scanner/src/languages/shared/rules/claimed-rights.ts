import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { massText } from './access-rules.ts';
import { js } from './session-rules.ts';

const right = '(?:user_?)?(?:role|is_?admin|admin|is_?staff|permissions?|access_?level|privileges?)';
const MAX_HEAD_LENGTH = 160;

const cookie = {
  id: 'access/believed-cookie',
  impact: 'takeover',
  confidence: 0.6,
  cwe: ['CWE-807', 'CWE-565', 'CWE-290', 'CWE-285', 'CWE-863'],
  source: 'code',
  description: 'Anybody who edits a cookie in their own browser can give themselves the permission.',
  recommendation:
    'Keep permissions on the server, with the session or in a token whose signature is checked.',
} as const;

const opened = {
  ...cookie,
  impact: 'disclosure',
  confidence: 0.5,
  cwe: ['CWE-565', 'CWE-807', 'CWE-345', 'CWE-639', 'CWE-287'],
  description:
    'Who the user is, or what they may do, is read from a cookie without a signature: anybody can write one.',
} as const;

const signUp = {
  ...massText,
  id: 'access/mass-assignment',
  impact: 'weakening',
  confidence: 0.55,
  cwe: ['CWE-915', 'CWE-269', 'CWE-266'],
  description: 'Whoever signs up chooses what they may do.',
  recommendation:
    'Give each new account the fewest permissions, and let those who may raise them do so elsewhere.',
  refine: (match: RegExpMatchArray, view: SourceView): boolean => isSignUp(match, view),
} as const;

const field = '(?:role|is_?admin|admin|is_?staff|is_?super_?user|permissions?|user_?type)';

/** Rights that users claim for themselves, in a cookie or when they sign up. */
export const claimedRights: readonly TextRule[] = [
  {
    ...cookie,
    languages: ['Java', 'Kotlin'],
    pattern: new RegExp(
      String.raw`\.(?:getName\(\)|name)\s*(?:\.equals(?:IgnoreCase)?\(|==)\s*"${right}"\s*\)?\s*&&[^;{]{0,80}\.(?:getValue\(\)|value)\s*(?:\.equals|==|\.contains)|"${right}"\.equals(?:IgnoreCase)?\(\s*\w+\.getName\(\)\s*\)\s*&&[^;{]{0,80}\bgetValue\(\)`,
      'gi',
    ),
    needs: /\bCookie\b|\bcookies\b/,
  },
  {
    ...cookie,
    languages: ['C#'],
    pattern: new RegExp(
      String.raw`\bRequest\.Cookies\[\s*"${right}"\s*\](?:\?|!)?(?:\.Value)?\s*[!=]=|\bif\s*\([^;{]{0,80}\bRequest\.Cookies\[\s*"${right}"`,
      'gi',
    ),
  },
  {
    ...cookie,
    languages: ['Go'],
    pattern: new RegExp(
      String.raw`(\b[\w.]+)\s*,\s*\w+\s*:?=\s*\w+(?:\.Request)?\.Cookie\(\s*"${right}"\s*\)`,
      'gi',
    ),
    refine: ([all, name = ''], view) => {
      const rest = view.withoutComments.slice(view.withoutComments.indexOf(all));
      const value = `${name.replaceAll('.', String.raw`\.`)}(?:\\.Value)?`;
      return new RegExp(String.raw`\b${value}\)?\s*[!=]=|[!=]=\s*(?:[\w.]+\()?${value}\b`).test(
        rest.slice(all.length, 2_000),
      );
    },
  },
  ...[
    { languages: [...js], pattern: /\bJSON\.parse\s*\(/g, jar: /\bcookies?\b\s*(?:\?\.|\.|\[)/ },
    { languages: ['Python'], pattern: /\bjson\.loads\s*\(/g, jar: /\brequest\.(?:cookies|COOKIES)\b/ },
    { languages: ['PHP'], pattern: /\bjson_decode\s*\(/g, jar: /\$_COOKIE\b/ },
    { languages: ['Ruby'], pattern: /\bJSON\.parse\s*[( ]/g, jar: /(?<![\w.])cookies\[/ },
    {
      languages: ['C#'],
      pattern: /\bJObject\.Parse\s*\(|\bJsonConvert\.DeserializeObject\b|\bJsonSerializer\.Deserialize\b/g,
      jar: /\bRequest\.Cookies\b/,
    },
  ].map(
    ({ jar, ...form }): TextRule => ({
      ...opened,
      ...form,
      needs: jar,
      refine: (match, view) => believesOpened(functionText(match, view), jar),
    }),
  ),
  {
    ...signUp,
    languages: [...js],
    pattern: new RegExp(
      String.raw`\b(${field})\s*[:=]\s*(?:req|request|ctx\.request)\.body(?:\.|\[\s*["'])\1\b`,
      'gi',
    ),
  },
  {
    ...signUp,
    languages: ['Python'],
    pattern: new RegExp(
      String.raw`(${field})["']?\s*[:=]\s*(?:bool\(\s*)?(?:request\.(?:json|form|values|get_json\(\))|(?:request_)?data|body|payload)(?:\.get\(\s*|\[\s*)["']\1["']|\bif\s+(?:request\.(?:json|form)|(?:request_)?data|body|payload)\[\s*["']${field}["']\s*\]\s*:\s*\n\s*(?:\w+\.)?${field}\s*=\s*True`,
      'gi',
    ),
  },
  {
    ...signUp,
    languages: ['Ruby'],
    pattern: new RegExp(
      String.raw`(${field})["']?\s*(?::|=>|=)\s*(?:data|params|body|payload)\[\s*[:"']\1\b`,
      'gi',
    ),
  },
  {
    ...signUp,
    languages: ['PHP'],
    pattern: new RegExp(
      String.raw`["']?(${field})["']?\s*(?:=>|=)\s*\$(?:_POST|_REQUEST|data|input)\[\s*["']\1["']|["']?(${field})["']?\s*(?:=>|=)\s*\$request->(?:(?:input|get|post)\(\s*["'])?\2\b`,
      'gi',
    ),
  },
  {
    ...signUp,
    languages: ['Rust', 'Go', 'C#', 'Kotlin'],
    pattern: new RegExp(
      String.raw`\b(${field})\s*[:=]\s*(?:\w*(?:data|form|body|payload|request|req|input|dto|model|json))\.\1\b`,
      'gi',
    ),
  },
  {
    ...signUp,
    languages: ['Java'],
    pattern:
      /\.(?:set)?(?:[rR]oles?|(?:[iI]s)?[aA]dmin)\(\s*(?:\w*(?:[dD]ata|[fF]orm|[bB]ody|[pP]ayload|[rR]equest|[rR]eq|[iI]nput|[dD]to|DTO))\.(?:get|is)?(?:[rR]oles?|[aA]dmin)\(\)/g,
  },
];

/** The function around a match; if there is none, the text before and after it. */
function functionText(match: RegExpMatchArray, view: SourceView): string {
  const at = match.index ?? 0;
  const around = view.functionAt(view.lineAt(at));
  return around
    ? view.linesOf(around, 'withoutComments')
    : view.withoutComments.slice(Math.max(0, at - 800), at + 800);
}

/** Whether a cookie is decoded and its content trusted without a signature. */
function believesOpened(body: string, jar: RegExp): boolean {
  return (
    jar.test(body) &&
    /b64decode|base64_decode|FromBase64String|Base64\.|["']base64["']|\batob\s*\(/.test(body) &&
    /(?:["'.:[])(?:role|is_?admin|admin|perm\w{1,10}|(?:auth_)?user(?:_?id|_?name)?|uid|account_?id)\b/i.test(
      body,
    ) &&
    /\bif\b|\?|\bunless\b/.test(body) &&
    !/\bsign(?:ed|ature|er)\b|unsign|verif|hmac|decrypt|serializer|\bjwt\b|fernet|compare_digest|hash_equals|protect/i.test(
      body,
    )
  );
}

/** Whether the match is in an open sign-up. */
function isSignUp(match: RegExpMatchArray, view: SourceView): boolean {
  const at = match.index ?? 0;
  const around = view.functionAt(view.lineAt(at));
  const from = around ? view.offsetOf(around.line) : Math.max(0, at - 600);
  const head = view.withoutComments.slice(Math.max(0, from - MAX_HEAD_LENGTH), around ? from + 200 : at);
  const before = view.withoutComments.slice(from, at);
  return (
    /\b(?:\w*_?regist(?:er|ration)\w*|\w*sign_?up\w*|create_?account|new_?account)\b/i.test(head) &&
    !/\b(?:is_?admin\(|has_?role|require_?\w*admin|admin_?required|current_?user|req\.user|allowed_?roles?|in_array|includes\(|@PreAuthorize|\[Authorize)/i.test(
      head + before,
    )
  );
}
