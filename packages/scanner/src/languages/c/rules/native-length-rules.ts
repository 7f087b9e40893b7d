import { bodyAfter, bodyBefore, plain } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const native = { languages: ['C', 'C++'], source: 'code', over: 'code' } as const;

/** Sizes, lengths and ends of texts in C and C++ that are told wrong. */
export const nativeLengthRules: readonly TextRule[] = [
  {
    ...native,
    id: 'memory/size-of-pointer',
    pattern:
      /\b(?:memset|memcpy|memmove|strncpy|malloc|calloc|fgets|snprintf)\s*\([^;]{0,120}?\bsizeof\s*\(?\s*([a-z_]\w*)\s*\)?\s*[,)]/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-467', 'CWE-131'],
    description: 'It is 4 or 8 whatever the block behind the pointer holds.',
    recommendation: 'Take the size of what it points to, times the count.',
    refine: (match, view) => {
      const name = plain(match[1]!);
      const body = bodyBefore(match, view);
      // The same pointer is what is written to.
      return (
        new RegExp(String.raw`\(\s*${name}\s*,|\b${name}\s*=\s*(?:\([^()]*\)\s*)?$`).test(
          match[0].startsWith('malloc') ? body.slice(0, -match[0].length) : match[0],
        ) &&
        new RegExp(
          String.raw`(?:char|int|short|long|float|double|\w+_t|struct\s+\w+)\s*\*\s*${name}\s*[;,=)]`,
        ).test(body) &&
        !new RegExp(String.raw`\b${name}\s*\[[^\]]*\]\s*[;=,]`).test(body)
      );
    },
  },
  {
    ...native,
    id: 'memory/missing-terminator',
    pattern:
      /\bstrncpy\s*\(\s*([a-z_]\w*(?:(?:->|\.)\w+)*)\s*,\s*\w[\w.>()-]{0,60}\s*,\s*sizeof\s*(?:\(\s*\1\s*\)|\1)\s*\)\s*;/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-170', 'CWE-125'],
    description: 'A source that fills the array leaves no room for the end, and readers run on behind it.',
    recommendation: 'Copy one sign less and set the last one to zero.',
    refine: (match, view) =>
      !new RegExp(String.raw`\b${plain(match[1]!)}\s*\[[^;=]+\]\s*=`).test(bodyAfter(match, view)) &&
      !new RegExp(
        String.raw`\b(?:memset|bzero)\s*\(\s*&?${plain(match[1]!)}\b|\b${plain(match[1]!)}\s*\[[^\]]*\]\s*=\s*\{`,
      ).test(bodyBefore(match, view)),
  },
  {
    ...native,
    id: 'memory/signed-length',
    pattern:
      /\b(?:memcpy|memmove|strncpy|memset|read|recv|fread)\s*\([^;]{1,160}?,\s*([a-z_]\w*)\s*(?:,[^;,]{1,40})?\)\s*;/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-195', 'CWE-194', 'CWE-120', 'CWE-787'],
    description: 'As a length it turns into a huge one.',
    recommendation: 'Refuse numbers below zero, or hold it in size_t.',
    refine: (match, view) => {
      const name = plain(match[1]!);
      const body = bodyBefore(match, view);
      return (
        new RegExp(
          String.raw`\b(?:int|short|long|ssize_t)\s+(?:\w+\s*(?:=[^,;]*)?,\s*)*${name}\s*[;=,]`,
        ).test(body) &&
        new RegExp(
          String.raw`\b${name}\s*=\s*(?:\([^()]*\)\s*)?(?:ato[il]|strtol|rand|RAND32)\s*\(|scanf\s*\([^;]*&\s*${name}\b`,
        ).test(body) &&
        !new RegExp(String.raw`\b${name}\s*(?:<=?\s*(?:0|1)\b|>=?\s*0\b)|\b0\s*<=?\s*${name}\b`).test(body)
      );
    },
  },
  {
    ...native,
    id: 'memory/allocation-overflow',
    pattern:
      /\b(?:malloc|alloca|realloc\s*\(\s*[\w.>-]+\s*,)\s*\(?\s*(?:\([^()]{1,20}\)\s*)?([a-z_]\w*)\s*\*\s*([a-z_]\w*)\b/g,
    impact: 'weakening',
    confidence: 0.55,
    cwe: ['CWE-190', 'CWE-680', 'CWE-122'],
    description:
      'Large factors wrap the product around; the block is then smaller than what is written into it.',
    recommendation: 'Bound both factors, or use calloc and reallocarray.',
    refine: (match, view) => {
      const body = bodyBefore(match, view);
      return [match[1]!, match[2]!]
        .filter((name) => name !== 'sizeof')
        .some((given) => {
          const name = plain(given);
          return (
            new RegExp(
              String.raw`\b${name}\s*=\s*(?:\([^()]*\)\s*)?(?:ato[il]|strto\w+|ntoh[sl]|read_?\w*|get_?\w*)\s*\(|\b(?:fread|read|recv|scanf|fscanf|sscanf)\s*\([^;]*&\s*${name}\b`,
            ).test(body) && !new RegExp(String.raw`\b${name}\s*(?:[<>]|/)|[<>]=?\s*${name}\b`).test(body)
          );
        });
    },
  },
];
