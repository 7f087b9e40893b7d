import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { js } from './session-rules.ts';

const secret = String.raw`\w*(?:secret|passw(?:or)?d|api_?key|private_?key|signing_?key)\w*`;
const MAX_DISTANCE = 4_000;

const answered = {
  id: 'access/excess-data',
  impact: 'disclosure',
  confidence: 0.65,
  cwe: ['CWE-200', 'CWE-497', 'CWE-526', 'CWE-522'],
  source: 'code',
  description: 'The response contains a secret of the service, and anybody who sends the request gets it.',
  recommendation: 'Remove it from the response.',
} as const;

/** Answers with secrets of the service itself: constants in the code and environment variables. */
export const secretsInAnswers: readonly TextRule[] = [
  {
    ...answered,
    languages: [...js],
    pattern: new RegExp(
      String.raw`\b${secret}["']?\s*:\s*process\.env(?:\.|\[\s*["'])\w*(?:SECRET|PASSW(?:OR)?D|KEY)\w*(?!["'\]\w]*\s*(?:\?|\?\.|\.|!==?|===?|&&|\|\|))`,
      'gi',
    ),
    refine: (match, view) =>
      isAnswer(
        view,
        match.index ?? 0,
        /(?:^|\.)(?:json|jsonp|send|end|write)$/,
        /@(?:Controller|Get|Post)\s*\(/,
      ),
  },
  {
    ...answered,
    languages: ['Python'],
    pattern: new RegExp(
      String.raw`["']${secret}["']\s*:\s*(?:os\.(?:environ|getenv)\b[^,\n]{0,60}|(?:settings|app\.config|current_app\.config)[.[][^,\n]{0,60}|[A-Z][A-Z0-9]*_(?:SECRET|PASSWORD|KEY)\w*)`,
      'gi',
    ),
    refine: (match, view) =>
      isAnswer(
        view,
        match.index ?? 0,
        /(?:^|\.)(?:jsonify|JSONResponse|JsonResponse|Response)$/,
        /^@\w+\.(?:route|get|post)\s*\(/m,
      ),
  },
  {
    ...answered,
    languages: ['Ruby'],
    pattern: new RegExp(
      String.raw`\b${secret}["']?\s*(?::|=>)\s*(?:ENV(?:\.fetch\(|\[)|[A-Z][A-Z0-9]*_(?:SECRET|PASSWORD|KEY)\b)`,
      'g',
    ),
    refine: (match, view) => {
      const at = match.index ?? 0;
      const { code } = view;
      const close = closeOf(code, at);
      return (
        /^\}\s*\.to_json\b/.test(code.slice(close, close + 20)) ||
        /\b(?:render\s*\(?\s*json:|json\s*\(?)\s*\{?[^{}]*$/.test(code.slice(Math.max(0, at - 600), at))
      );
    },
  },
  {
    ...answered,
    languages: ['Rust'],
    pattern: new RegExp(
      String.raw`"${secret}"\s*:\s*(?:[A-Z][A-Z0-9]*_(?:SECRET|PASSWORD|KEY)\b|(?:std::)?env::var\()`,
      'gi',
    ),
    refine: (match, view) => isAnswer(view, match.index ?? 0, /(?:^|\.)json$/, null),
  },
  {
    ...answered,
    languages: ['PHP'],
    pattern: new RegExp(
      String.raw`["']${secret}["']\s*=>\s*(?:getenv\s*\(|\$_ENV\[|[A-Z][A-Z0-9]*_(?:SECRET|PASSWORD|KEY)\b)`,
      'gi',
    ),
    refine: (match, view) => isAnswer(view, match.index ?? 0, /(?:^|->|::)(?:json_encode|json)$/, null),
  },
];

/** Whether the place is an argument of an answering call, or part of a handler's return value. */
function isAnswer(view: SourceView, at: number, calls: RegExp, handlers: RegExp | null): boolean {
  const { code } = view;
  let depth = 0;
  for (let from = at - 1; from > Math.max(0, at - MAX_DISTANCE); from--) {
    const sign = code.charAt(from);
    if (sign === ')' || sign === '}' || sign === ']') depth++;
    else if (sign === '(' || sign === '{' || sign === '[') {
      if (depth-- > 0) continue;
      depth = 0;
      const before = code.slice(Math.max(0, from - 80), from);
      if (sign === '(') {
        const called = /([\w$.>:-]+!?)\s*$/.exec(before)?.[1] ?? '';
        if (calls.test(called)) return true;
        if (called !== '' && !/(?:^|\.)(?:status|json!?|Ok|dict|array)$/.test(called)) return false;
      } else if (/\breturn\s*$/.test(before)) return handlers?.test(view.withoutComments) ?? false;
      // The body of a function or a block is not part of an answer.
      else if (sign === '{' && /(?:\)|=>|\belse|\bdo|\btry)\s*(?::\s*[\w<>[\]| ]{1,60})?$/.test(before))
        return false;
    }
  }
  return false;
}

/** The offset of the brace that closes the block around a place. */
function closeOf(code: string, at: number): number {
  let depth = 0;
  for (let to = at; to < Math.min(code.length, at + MAX_DISTANCE); to++) {
    const sign = code.charAt(to);
    if (sign === '{') depth++;
    else if (sign === '}' && depth-- === 0) return to;
  }
  return code.length;
}
