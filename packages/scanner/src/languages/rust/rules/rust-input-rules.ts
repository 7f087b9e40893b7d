import { bodyAfter, bodyBefore, fromLast, plain, wholeBody } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const rust = { languages: ['Rust'], source: 'code', over: 'code' } as const;

/** The signed-in user, among the parameters of a handler. */
const signedIn =
  /[(,]\s*(?:\w+\()?_?(user|current_user|auth|auth_user|claims|session|identity|principal|account)\)?\s*:/;

/** Numbers, headers and records that the caller of a Rust service chooses. */
export const rustInputRules: readonly TextRule[] = [
  {
    ...rust,
    id: 'reliability/unchecked-length',
    pattern:
      /\blet (?:mut )?(\w+)(?:\s*:\s*\w+)?\s*=\s*[^;]{0,40}?(?:\bu(?:16|32|64)::from_[bln]e_bytes\s*\(|\.get_u(?:8|16|32|64)(?:_le)?\s*\(|\.read_u(?:16|32|64)(?:_le)?\s*(?:::<\w+>)?\s*\(|\b\w+\[\w+\]\s+as\s+usize\s*;)/g,
    impact: 'weakening',
    confidence: 0.55,
    cwe: ['CWE-129', 'CWE-125', 'CWE-248'],
    description: 'Whoever writes the data chooses the number: a slice past the end panics.',
    recommendation: 'Use get(range), or compare with the length first.',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      const name = plain(match[1]);
      const use = new RegExp(
        String.raw`\[[^\][;\n]{0,60}\.\.=?[^\][;\n]{0,60}\b${name}\b[^\][;\n]{0,20}\]|\bvec!\s*\[[^;\]\n]{1,20};\s*${name}(?:\s+as\s+usize)?\s*\]|\bwith_capacity\s*\(\s*${name}(?:\s+as\s+usize)?\s*\)`,
      ).exec(rest);
      if (use === null) return false;
      const before = rest.slice(0, use.index);
      if (
        new RegExp(
          String.raw`\b${name}\b[^;{}]{0,30}(?:[<>](?![<>])|\.min\(|\.checked_|\.clamp\()|[<>]=?[^;{}]{0,40}\b${name}\b|\bassert|\bensure!|\bmin\(`,
        ).test(before)
      )
        return false;
      const isMemory = /^(?:vec|with)/.test(use[0]);
      if (isMemory && /u16::|u8\b|u16\b/.test(match[0])) return false;
      return {
        ...fromLast(match, view, use.index + 1),
        ...(isMemory
          ? {
              cwe: ['CWE-789', 'CWE-770', 'CWE-400'],
              description: 'Whoever writes the data chooses the number: a huge one uses up all memory.',
              recommendation: 'Refuse lengths above a fixed limit first.',
            }
          : {}),
      };
    },
  },
  {
    ...rust,
    id: 'reliability/panic-on-input',
    over: 'withoutComments',
    pattern:
      /\b(?:headers(?:\(\))?|query|params|form|cookies|jar|q)\s*\.\s*(?:get|remove)\s*\([^;()]{1,60}\)\s*\.(?:unwrap|expect)\s*\(|\breq(?:uest)?\.cookie\s*\([^;()]{1,60}\)\s*\.(?:unwrap|expect)\s*\(/g,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-248', 'CWE-754', 'CWE-20'],
    description: 'Anybody can omit it and make the handler panic.',
    recommendation: 'Return a client error.',
    refine: (match, view) => {
      const body = wholeBody(match, view);
      return /HeaderMap|HttpRequest|Request\b|Query|Form|Path|CookieJar|HashMap/.test(
        body.slice(0, body.indexOf('{') + 1),
      );
    },
  },
  {
    ...rust,
    id: 'reliability/narrowed-number',
    pattern: /\.len\(\)\s+as\s+[ui](?:8|16)\b/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-190', 'CWE-197', 'CWE-681'],
    description: 'The length of a longer message is cut off: the reader takes the rest for the next message.',
    recommendation: 'Use try_from and refuse what does not fit.',
    refine: (match, view) =>
      !/\blen\(\)\s*[<>]|[<>]=?\s*[\w.]*len\(\)|assert|MAX|\.min\(|\.chunks/.test(wholeBody(match, view)),
  },
  {
    ...rust,
    id: 'access/foreign-record',
    over: 'withoutComments',
    pattern:
      /\.find\(\s*(?:\w+\.)?\*?(\w+)(?:\.into_inner\(\))?\s*\)|\bWHERE\s+(?:\w+\.)?id\s*=\s*(?:\?|\$1)\s*"/gi,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-639', 'CWE-862', 'CWE-285'],
    description: 'The handler checks who is signed in and never compares that with the owner of the record.',
    recommendation: 'Make the owner part of the query.',
    refine: (match, view) => {
      const body = wholeBody(match, view);
      const open = body.indexOf('{');
      const head = body.slice(0, open);
      const who = signedIn.exec(head)?.[1];
      return (
        who !== undefined &&
        /Path\b|Query\b|Json\b/.test(head) &&
        /\.(?:first|get_result|load|execute|fetch_one|fetch_optional|optional|one)\b/.test(body) &&
        !new RegExp(String.raw`\b_?${who}\b|\b(?:owner|user|tenant|account)_id\b|authorize|can_`).test(
          body.slice(open),
        )
      );
    },
  },
  {
    ...rust,
    id: 'access/timing-comparison',
    pattern: /\blet (\w+)(?:\s*:\s*[\w<>]+)?\s*=\s*[^;]{0,120}?\.finalize\(\)[^;]{0,60};/g,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-208'],
    description: 'The time of the comparison shows how much of a guess is right.',
    recommendation: 'Use verify_slice of the Mac, or subtle::ConstantTimeEq.',
    refine: (match, view) => {
      if (!/\b[hH]mac|Mac\b/.test(bodyBefore(match, view))) return false;
      const name = plain(match[1]);
      const use = new RegExp(
        String.raw`(?<![\w.])${name}(?:\.as_\w+\(\)|\[\.\.\])?\s*[!=]=|[!=]=\s*&?${name}\b`,
      ).exec(bodyAfter(match, view));
      return use !== null && fromLast(match, view, use.index + 1);
    },
  },
];
