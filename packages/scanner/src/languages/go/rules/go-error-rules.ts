import { bodyAfter, bodyBefore, fromLast, plain } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { handler } from './handler-text.ts';

const go = { languages: ['Go'], source: 'code', over: 'code' } as const;

/** Ignored errors, nil and failed type assertions, and errors that are shown to everybody. */
export const goErrorRules: readonly TextRule[] = [
  {
    ...go,
    id: 'reliability/narrowed-number',
    pattern:
      /\b(\w+)\s*,\s*\w+\s*:?=\s*strconv\.(?:Atoi\s*\(|Parse(?:Int|Uint)\s*\([^\n]{1,80},\s*(?:0|64)\s*\))/g,
    impact: 'hygiene',
    confidence: 0.65,
    cwe: ['CWE-190', 'CWE-197', 'CWE-681'],
    description: 'Larger numbers wrap around: an earlier check passes, and another number is used.',
    recommendation: 'Parse with the bit size of the target, or compare with its bounds.',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      const name = plain(match[1]);
      const use = new RegExp(String.raw`\bu?int(?:8|16|32)\s*\(\s*${name}\s*\)`).exec(rest);
      if (
        !use ||
        new RegExp(String.raw`\b${name}\s*(?:[<>])|[<>]=?\s*${name}\b`).test(rest.slice(0, use.index))
      )
        return false;
      return fromLast(match, view, use.index + 1);
    },
  },
  {
    ...go,
    id: 'reliability/unchecked-assertion',
    over: 'withoutComments',
    pattern:
      /\b(\w+)\s*:?=\s*(\w+)\[[^\]\n]{1,60}\]\.\((?:string|float64|bool|int|\[\]interface\s*\{\}|\[\]any|map\[string\](?:any|interface\s*\{\}))\)/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-248', 'CWE-704', 'CWE-754'],
    description: 'A single-value assertion panics if the type is another one or the value is missing.',
    recommendation: 'Use the second value (v, ok := …) and answer 400 if it is false.',
    refine: (match, view) => {
      const body = bodyBefore(match, view);
      const before = body.slice(0, -match[0].length);
      return (
        !/,\s*$/.test(before) &&
        handler.test(body) &&
        new RegExp(
          String.raw`(?:Decode|Bind\w*|BodyParser|Unmarshal)\s*\([^\n]*&\s*${plain(match[2])}\b`,
        ).test(before)
      );
    },
  },
  {
    ...go,
    id: 'reliability/unchecked-nil',
    impact: 'hygiene',
    pattern: /^func (?:\([^)\n]*\) )?(\w+)\([^\n]*\) \*[\w.]+ \{$/gm,
    confidence: 0.55,
    cwe: ['CWE-476', 'CWE-690'],
    description: 'The function returns nil if there is nothing to return, and its caller panics.',
    recommendation: 'Compare with nil first.',
    refine: (match, view) => {
      if (!/\breturn nil\s*$/m.test(bodyAfter(match, view))) return false;
      const call = new RegExp(String.raw`^[ \t]+(\w+) :?= (?:\w+\.)*${plain(match[1])}\([^\n]*\)$`, 'gm');
      for (const found of view.code.matchAll(call)) {
        const name = plain(found[1]);
        const rest = bodyAfter(found, view);
        const use = new RegExp(String.raw`(?<![\w.&])${name}\.\w`).exec(rest);
        if (use === null || new RegExp(String.raw`\b${name}\b`).test(rest.slice(0, use.index))) continue;
        if (
          new RegExp(String.raw`\b${name} [!=]= nil`).test(
            rest
              .slice(0, use.index + 80)
              .split('\n', 3)
              .join('\n'),
          )
        )
          continue;
        return fromLast(found, view, use.index + 1);
      }
      return false;
    },
  },
  {
    ...go,
    id: 'reliability/ignored-error',
    pattern:
      /\b(\w+)\s*,\s*_\s*:?=\s*(?:os\.(?:Open\w*|Create)|net\.\w+|http\.(?:NewRequest\w*|Get|Post)|sql\.Open|strconv\.\w+|io\.ReadAll|ioutil\.\w+|json\.Marshal)\s*\(|\b(\w+)\s*,\s*err\s*:?=\s*(?:os\.(?:Open\w*|Create)|net\.\w+)\s*\([^\n]*\)\s*\n\s*_\s*=\s*err\b/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-252', 'CWE-391', 'CWE-754'],
    description: 'The code after it works with a missing value and panics, or continues with a wrong one.',
    recommendation: 'Return or handle the error.',
    refine: (match, view) => {
      const name = match[1] ?? match[2] ?? '';
      const rest = bodyAfter(match, view);
      // Only if the value is then used as if it were there.
      return name !== '_' && new RegExp(String.raw`\b${plain(name)}\.\w+`).test(rest.slice(0, 400));
    },
  },
  {
    ...go,
    id: 'access/error-details',
    pattern:
      /\b(?:http\.Error\s*\(\s*\w+\s*,\s*(?:fmt\.Sprint\w*\([^\n]{0,80})?\w*[eE]rr\w*(?:\.Error\(\)|\b[^.\w])[^\n]{0,60}(?:5\d\d|StatusInternalServerError)|\w+\.(?:JSON|String|AbortWithStatusJSON|SendString)\s*\(\s*(?:5\d\d|http\.StatusInternalServerError)\s*,[^\n]{0,120}\berr\.Error\(\)|fmt\.Fprint\w*\s*\(\s*w\s*,[^\n]{0,100}\berr(?:\.Error\(\))?\s*\))/g,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-209'],
    description: 'Paths, queries and addresses in the text help an attacker.',
    recommendation: 'Log the error and return a message of your own.',
  },
];
