import { callText } from '../../../rules/call-text.ts';
import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const cure =
  'Let the helpers of the framework escape the values (format_html, content_tag, safe_join), or escape each of them.';
const marked = {
  id: 'injection/trusted-markup',
  title: 'Markup with values in it taken for safe',
  impact: 'weakening',
  confidence: 0.5,
  source: 'code',
  cwe: ['CWE-79', 'CWE-80', 'CWE-116'],
  description:
    'The values are no longer escaped; where one holds what a user wrote, it runs in the browsers of others.',
  recommendation: cure,
} as const;
// Numbers, addresses of routes, translations and what was escaped before.
const harmless =
  /escape|sanitize|bleach|clean\(|strip_tags|format_html|url_for|reverse\(|json|_url\b|_path\b|content_tag|link_to|image_tag|render|\bt\(|\bI18n\b|gettext|\b_\(|static\(|\.(?:id|pk|count|size|length)\b|\bh\(|\bint\(|\bto_i\b|number_|svg|icon|css_class|class_name/i;

/** Pieces of pages that code puts together and calls safe. */
export const pagePartRules: readonly TextRule[] = [
  {
    ...marked,
    languages: ['Python'],
    pattern: /\b(?:mark_safe|Markup|SafeString|SafeText)\s*\(\s*(?=[^)\s])/g,
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0).trim();
      // Code that renders forms and widgets lives in libraries; here a value of a record is put into a text.
      return (
        /^[rfRF]{0,2}["'(]/.test(call) &&
        /<\w/.test(call) &&
        !harmless.test(call) &&
        (/^[rR]?[fF]["'][\s\S]*\{[\w.]*\.\w+\}/.test(call) ||
          /["']\s*%\s*\(?\s*\w+\.\w+/.test(call) ||
          /["']\s*\+\s*(?:str\()?\w+\.\w+/.test(call) ||
          /\.format\s*\([^)]*\b\w+\.\w+/.test(call) ||
          /\brequest\b/.test(call))
      );
    },
  },
  {
    ...marked,
    languages: ['Ruby'],
    pattern:
      /"([^"\n]{0,400}#\{[^"\n]{1,400})"\s*\)?\.html_safe\b|\braw\s*\(?\s*"([^"\n]{0,400}#\{[^"\n]{1,400})"/g,
    refine: (match, view) => {
      const text = match[1] ?? match[2] ?? '';
      const holes = [...text.matchAll(/#\{([^}]*)\}/g)].map((hole) => hole[1]!);
      if (!text.includes('<')) return false;
      if (holes.some((hole) => /\w+\.\w+|params|@\w/.test(hole) && !harmless.test(hole))) return true;
      // What a helper is given, put between tags.
      return /\bhelpers\//.test(view.path) && holes.some((hole) => isGiven(hole, match, view))
        ? { impact: 'weakening', confidence: 0.5 }
        : false;
    },
  },
  {
    ...marked,
    languages: ['Ruby'],
    pattern:
      /(?<![\w.])(?:@?\w+\.(?:body|bio|content|description|comment|message|title|name|text|about|summary|note|html)|params\[[^\]\n]{1,30}\])\.html_safe\b/g,
    refine: (_match, view) => !/vendor|lib\/generators/.test(view.path),
  },
  {
    id: 'access/error-details',
    title: "The error's own text in the answer",
    languages: ['PHP'],
    pattern:
      /\b(?:echo|print|die|exit)\b\s*\(?[^;\n]{0,160}\$(?:e|ex|exception|err|error|t|th)->(?:getMessage|__toString|getFile)\s*\(|\b(?:echo|print|die|exit)\b\s*\(?[^;\n]{0,120}\b(?:mysqli?_error|mysqli_connect_error|pg_last_error)\s*\(|\b(?:echo|print|die|exit)\b\s*\(?[^;\n]{0,120}->errorInfo\s*\(|response\s*\(\s*\)->json\s*\([^;]{0,160}\$(?:e|ex|exception)->(?:getMessage|getTraceAsString)\s*\(/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.6,
    source: 'code',
    cwe: ['CWE-209'],
    description: 'Messages of the database and of libraries tell of tables, paths and hosts.',
    recommendation: 'Log the details and answer with a reference to the log.',
    refine: (match, view) =>
      !/^#!|php_sapi_name|STDERR|\bcli\b/i.test(view.text.slice(0, 400)) &&
      !/(?:^|\/)(?:bin|cli|commands?|console)\//i.test(view.path) &&
      !/STDERR/.test(match[0]),
  },
  {
    id: 'access/error-details',
    title: "The error's own text in the answer",
    languages: ['Ruby'],
    pattern:
      /\brender\s*\(?[^\n]{0,80}\b(?:e|ex|err|error|exception)\.(?:message|full_message|inspect|backtrace)\b|\b(?:body|halt)\b[^\n]{0,60}\b(?:e|ex|err|error|exception)\.(?:message|backtrace|full_message)\b/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    source: 'code',
    cwe: ['CWE-209'],
    description: 'Messages of the database and of libraries tell of tables, paths and hosts.',
    recommendation: 'Log the details and answer with a reference to the log.',
    refine: (match, view) => {
      const before = view.code.slice(Math.max(0, (match.index ?? 0) - 200), match.index);
      return /rescue\s*(?:=>|StandardError|Exception)|rescue\s*$/m.test(before);
    },
  },
  {
    id: 'access/foreign-record',
    title: 'Any signed-in user may change any record',
    languages: ['Python'],
    pattern:
      /^class\s+\w+\s*\(\s*[\w., ]*(?:ModelViewSet|RetrieveUpdateDestroyAPIView|RetrieveUpdateAPIView|RetrieveDestroyAPIView|UpdateAPIView|DestroyAPIView)\s*\)\s*:/gm,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.5,
    source: 'code',
    cwe: ['CWE-639', 'CWE-862'],
    description:
      'The view takes the record by its number from all records, and asks only whether somebody is signed in.',
    recommendation: 'Filter by the user in get_queryset, or add a permission that looks at the object.',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const rest = view.code.slice(at + match[0].length, at + 4_000);
      const body = rest.split(/^\S/m)[0] ?? '';
      if (!/permission_classes\s*=\s*[[(]\s*(?:permissions\.)?IsAuthenticated\s*,?\s*[\])]/.test(body))
        return false;
      const all =
        /^[ \t]*queryset\s*=\s*\w+\.objects\.(?:all\(\)|select_related|prefetch_related|order_by)/m.exec(
          body,
        );
      if (
        !all ||
        /def\s+(?:get_queryset|get_object|check_object_permissions|filter_queryset|get_permissions)\b|filter_backends/.test(
          body,
        )
      )
        return false;
      const line = view.lineAt(at + match[0].length + all.index + all[0].search(/\S/));
      return { line, severity: 'medium', snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
  {
    id: 'access/mass-assignment',
    title: 'All fields of the record may be set by a request',
    languages: ['Python'],
    pattern: /\bclass\s+Meta\b[^\n]*:\s*\n(?:[ \t]+[^\n]*\n){0,6}?[ \t]+fields\s*=\s*["']__all__["']/g,
    impact: 'hygiene',
    confidence: 0.5,
    source: 'code',
    cwe: ['CWE-915'],
    description: 'Fields that are added to the record later, such as a role or an owner, can be set as well.',
    recommendation: 'List the fields.',
    refine: (match, view) => {
      if (/read_only_fields|read_only/.test(match[0])) return false;
      const before = view.withoutComments.slice(Math.max(0, (match.index ?? 0) - 600), match.index);
      const owner = [...before.matchAll(/^class\s+\w+\s*\(([^)]*)\)/gm)].at(-1)?.[1] ?? '';
      if (!/Serializer|ModelForm/.test(owner)) return false;
      const line = view.lineAt((match.index ?? 0) + match[0].length - 1);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
  {
    id: 'access/no-nonce',
    title: 'Anybody may call a route that changes things',
    languages: ['PHP'],
    pattern: /['"]permission_callback['"]\s*=>\s*['"]__return_true['"]/g,
    impact: 'disclosure',
    confidence: 0.6,
    source: 'code',
    cwe: ['CWE-862', 'CWE-306'],
    description: 'The route takes changes, and its check lets everybody through.',
    recommendation: 'Ask current_user_can in permission_callback.',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const around = view.withoutComments.slice(Math.max(0, at - 400), at + 300);
      const from = around.lastIndexOf('register_rest_route', 400);
      return /methods['"]\s*=>\s*[^\n]{0,60}(?:POST|PUT|PATCH|DELETE|CREATABLE|EDITABLE|DELETABLE|ALLMETHODS)/.test(
        around.slice(Math.max(0, from)),
      );
    },
  },
  {
    id: 'access/csrf-off',
    title: 'Forged requests are let through everywhere',
    languages: ['PHP'],
    pattern: /\bclass\s+\w*Csrf\w*\s+extends\b[\s\S]{0,400}?\$except\s*=\s*\[[^\]]{0,200}['"]\/?\*['"]/g,
    impact: 'weakening',
    confidence: 0.8,
    source: 'code',
    cwe: ['CWE-352'],
    description: 'No request is asked for its token, so other sites act in the name of the user.',
    recommendation: 'Except single paths that other servers call, and check their signature.',
    refine: (match, view) => {
      const line = view.lineAt((match.index ?? 0) + match[0].length - 1);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
];

const plain = {
  id: 'transport/plain-protocol',
  title: 'Secret sent over plain http',
  impact: 'weakening',
  confidence: 0.55,
  source: 'code',
  cwe: ['CWE-319'],
  description: 'Names, passwords and keys in it can be read and changed on the way.',
  recommendation: 'Use https.',
} as const;
const foreignHost = String.raw`http:\/\/(?!localhost|127\.|0\.0\.0\.0|\[?::1|10\.|192\.168\.|169\.254\.|[\w-]+[:/"'])`;
const secretWord = /passw|token|secret|authorization|api_?key|card|credential|auth\s*=/i;

/** Secrets on the way without encryption. */
export const plainTransportRules: readonly TextRule[] = [
  {
    ...plain,
    languages: ['Python'],
    pattern: new RegExp(
      String.raw`\b(?:requests|httpx|session|client)\.(?:post|get|put|request)\s*\(\s*f?["']${foreignHost}`,
      'g',
    ),
    refine: (match, view) => secretWord.test(callText(view, match.index ?? 0)),
  },
  {
    ...plain,
    languages: ['PHP', 'Ruby'],
    pattern: new RegExp(
      String.raw`\b(?:curl_init|Http::\w+|HTTParty\.\w+|RestClient\.\w+|Faraday\.\w+|Net::HTTP\.\w+|->(?:post|request|get))\s*\(\s*(?:URI\(\s*)?["']${foreignHost}`,
      'g',
    ),
    refine: (match, view) =>
      secretWord.test(view.withoutComments.slice(match.index ?? 0, (match.index ?? 0) + 500)),
  },
  {
    ...plain,
    title: 'Protocol without encryption',
    languages: ['PHP', 'Ruby'],
    pattern: /\b(?:ftp_connect|Net::FTP\.(?:new|open)|Net::Telnet\.new)\s*\(/g,
    over: 'code',
    recommendation: 'Use the variant over TLS (ftp_ssl_connect, SFTP).',
    refine: (match, view) => !/ssl:\s*true|ssl:\s*\{/.test(callText(view, match.index ?? 0)),
  },
];

/** Whether the name is a parameter of the method around. */
function isGiven(hole: string, match: RegExpMatchArray, view: SourceView): boolean {
  const name = /^\s*([a-z_]\w*)\s*$/.exec(hole)?.[1];
  if (
    name === undefined ||
    harmless.test(name) ||
    /^(?:id|class|css|icon|tag|size|width|height|options)$/.test(name)
  )
    return false;
  const around = view.functionAt(view.lineAt(match.index ?? 0));
  return (
    around !== undefined &&
    new RegExp(String.raw`\bdef\s+[\w?!]+[( ][^\n]*\b${name}\b`).test(view.lineText(around.line))
  );
}
