import { bodyBefore, endOfFunction, plain } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const native = {
  languages: ['C', 'C++'],
  source: 'code',
  over: 'code',
} as const;

/** Bounds, lifetimes and order in C and C++ that a look at one function tells. */
export const nativeRules: readonly TextRule[] = [
  {
    ...native,
    id: 'memory/size-of-source',
    pattern:
      /\b(?:memcpy|memmove|strncpy|bcopy)\s*\(\s*([\w.>-]+)\s*,\s*([\w.>-]+)\s*,\s*(?:strlen|sizeof)\s*\(\s*\2\s*\)\s*(?:\+\s*1\s*)?\)/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-120', 'CWE-805', 'CWE-787', 'CWE-121'],
    description:
      'The length is that of the source, so a longer one overwrites what stands behind the target.',
    recommendation: 'Bound the length by the size of the target.',
    // Only an array of a fixed size can be too small: one that was allocated was sized by somebody.
    refine: (match, view) =>
      match[1] !== match[2] &&
      new RegExp(String.raw`\bchar\s+${plain(match[1]!)}\s*\[`).test(bodyBefore(match, view)) &&
      !new RegExp(
        String.raw`strlen\s*\(\s*${plain(match[2]!)}\s*\)\s*(?:\+\s*1\s*)?[<>]|[<>]=?\s*strlen\s*\(\s*${plain(match[2]!)}\b`,
      ).test(bodyBefore(match, view)),
  },
  {
    ...native,
    id: 'memory/allocation-overflow',
    pattern:
      /\b(?:malloc|alloca|realloc\s*\(\s*[\w.>-]+\s*,)\s*\(?\s*([a-z_]\w*)\s*\*\s*sizeof\b|\bmalloc\s*\(\s*sizeof\s*(?:\([^()]{1,60}\)|\*?\w+)\s*\*\s*([a-z_]\w*)\s*\)/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-190', 'CWE-680', 'CWE-131'],
    description:
      'A large count wraps the product around; the block is then smaller than what is written into it.',
    recommendation: 'Use calloc, or check the count against SIZE_MAX divided by the size.',
    refine: (match, view) => {
      const name = plain(match[1] ?? match[2] ?? '');
      const body = bodyBefore(match, view);
      // Somebody else's count: a parameter, or what a conversion read.
      return (
        new RegExp(
          String.raw`\([^(){}]*\b(?:int|long|short|size_t|unsigned|u?int\d+_t|ssize_t)\s+${name}\b|\b${name}\s*=\s*(?:\([^()]*\)\s*)?(?:ato[il]|strto\w+|ntoh[sl]|read\w*)\s*\(`,
        ).test(body) && !new RegExp(String.raw`\b${name}\s*(?:[<>]|/)|[<>]=?\s*${name}\b`).test(body)
      );
    },
  },
  {
    ...native,
    id: 'reliability/check-then-use',
    pattern:
      /\b(?:access|stat|lstat)\s*\(\s*([\w.>-]{1,80}|"[^"\n]{0,200}")\s*,[^;{]{0,120}[;{](?:(?!\n\})[\s\S]){0,500}?\b(?:fopen|open|unlink|remove|chmod|chown|rename|execv?)\s*\(\s*\1\s*[,)]/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-367', 'CWE-362'],
    description: 'Between the two somebody else can put another file there.',
    recommendation: 'Open it at once, and ask the open file (fstat, O_NOFOLLOW, O_EXCL).',
    refine: (match, view) => {
      // Contents of strings are hidden here: two names may differ inside of theirs.
      if (match[1]!.startsWith('"')) {
        const raw = view.withoutComments.slice(match.index ?? 0, (match.index ?? 0) + match[0].length);
        const [first, ...rest] = raw.match(/"[^"\n]*"/g) ?? [];
        if (first === undefined || !rest.includes(first)) return false;
      }
      const line = view.lineAt((match.index ?? 0) + match[0].length - 1);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
  {
    ...native,
    id: 'memory/loop-bound',
    pattern:
      /\bfor\s*\([^;{}]{0,80};\s*(\w+)\s*<=\s*(\w+|sizeof\s*\([^()]{1,40}\))\s*(?:&&[^;{}]{0,80})?;[^(){};]{0,40}\)\s*\{?[^}]{0,300}?\b(\w+)\s*\[\s*\1\s*\]/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-193', 'CWE-787', 'CWE-125', 'CWE-119'],
    description: 'The last step reads or writes behind the end.',
    recommendation: 'Compare with `<`.',
    refine: (match, view) =>
      new RegExp(
        String.raw`\b${plain(match[3]!)}\s*\[\s*${plain(match[2]!)}\s*\]\s*(?:;|=(?!=)\s*\{|,)`,
      ).test(
        // A named size is one for the whole file, also in a structure.
        /^[A-Z]\w*$/.test(match[2]!) ? view.code : bodyBefore(match, view),
      ),
  },
  {
    ...native,
    id: 'memory/terminator',
    pattern:
      /\b(\w+)\s*=\s*(?:read|recv|fread|recvfrom)\s*\(\s*(?:[\w.>-]+\s*,\s*)?(\w+)\s*,\s*(?:1\s*,\s*)?sizeof\s*(?:\(\s*\2\s*\)|\2)\s*(?:,[^;]{0,60})?\)[^}]{0,300}?\b\2\s*\[\s*\1\s*\]\s*=/g,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-193', 'CWE-787', 'CWE-170'],
    description: 'When the buffer is filled wholly, the index is its size; an error makes it -1.',
    recommendation: 'Read one byte less than the size, and check the result.',
    refine: (match, view) => {
      const line = view.lineAt((match.index ?? 0) + match[0].length - 1);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
  {
    ...native,
    id: 'memory/unchecked-length',
    pattern: /\b(?:memcpy|memmove)\s*\(\s*(\w+)\s*(?:\+\s*\w+\s*)?,[^;]{1,120},\s*([a-z_]\w*)\s*\)\s*;/g,
    impact: 'weakening',
    confidence: 0.5,
    cwe: ['CWE-120', 'CWE-787', 'CWE-125', 'CWE-805'],
    description: 'Whoever writes the data chooses how much is copied.',
    recommendation: 'Refuse lengths beyond the size of the buffer and of what was received.',
    refine: (match, view) => {
      const body = bodyBefore(match, view);
      const name = plain(match[2]!);
      return (
        new RegExp(String.raw`[\w\]]\s*[\s,]\s*${plain(match[1]!)}\s*\[\s*\w+\s*\]\s*[;=,]`).test(body) &&
        new RegExp(
          String.raw`\b${name}\s*=\s*[^;]*(?:\w\s*\[|ntoh[sl]\s*\(|ato[il]\s*\(|strto\w+\s*\()`,
        ).test(body) &&
        !new RegExp(String.raw`\b${name}\s*(?:\+\s*\w+\s*)?[<>]|[<>]=?\s*${name}\b|\b(?:MIN|min)\s*\(`).test(
          body,
        )
      );
    },
  },
  {
    ...native,
    id: 'memory/allocation-overflow',
    pattern: /\b(?:malloc|alloca)\s*\(\s*([a-z_]\w*)\s*(?:\+\s*1\s*)?\)/g,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-789', 'CWE-190', 'CWE-770'],
    description: 'A negative or huge number asks for a block that is too small or takes all memory.',
    recommendation: 'Refuse numbers out of bounds first.',
    refine: (match, view) => {
      const name = plain(match[1]!);
      const body = bodyBefore(match, view);
      return (
        new RegExp(String.raw`\b${name}\s*=\s*(?:\([^()]*\)\s*)?(?:ato[il]|strto\w+|ntoh[sl])\s*\(`).test(
          body,
        ) && !new RegExp(String.raw`\b${name}\s*[<>]|[<>]=?\s*${name}\b`).test(body)
      );
    },
  },
  {
    ...native,
    id: 'memory/short-allocation',
    pattern:
      /\b(\w+)\s*=\s*strlen\s*\(\s*(\w+)\s*\)\s*;[^}]{0,200}?\b(\w+)\s*=\s*(?:\([^()]*\)\s*)?malloc\s*\(\s*\1\s*\)[^}]{0,200}?\bstrcpy\s*\(\s*\3\s*,\s*\2\s*\)|\bmalloc\s*\(\s*strlen\s*\(\s*\w+\s*\)\s*\)/g,
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-131', 'CWE-122', 'CWE-787'],
    description: 'A text takes one byte more than its length.',
    recommendation: 'Ask for strlen(text) + 1.',
    refine: (match, view) => {
      const at = (match.index ?? 0) + Math.max(0, match[0].lastIndexOf('malloc'));
      const line = view.lineAt(at);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
  {
    ...native,
    id: 'memory/unchecked-environment',
    pattern:
      /\b(?:ato[ilf]|strtol|strlen|strcpy|strcat|strcmp|strdup|std::string|std::stoi)\s*\((?:[^();]{0,60},)?\s*(?:std::)?getenv\s*\(/g,
    impact: 'hygiene',
    confidence: 0.7,
    cwe: ['CWE-476', 'CWE-690'],
    description: 'Where it is not set the call answers NULL, and reading through it ends the process.',
    recommendation: 'Check for NULL first.',
  },
  {
    ...native,
    id: 'memory/unchecked-index',
    pattern:
      /\b([a-z_]\w*)\s*=\s*(?:\([^()]{1,30}\)\s*)?(?:std::)?(?:ato[il]|strto[ul]l?|stoi|stoul|ntoh[sl])\s*\(|\b(?:f|s)?scanf\s*\([^;"]{0,60}"[^"]{0,20}"\s*,\s*&\s*([a-z_]\w*)\s*\)|\bcin\s*>>\s*([a-z_]\w*)\s*;/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-129', 'CWE-125', 'CWE-787', 'CWE-119'],
    description: 'A number beyond the array reads or writes memory that belongs to something else.',
    recommendation: 'Refuse numbers below zero and from the size on.',
    refine: (match, view) => {
      const name = match[1] ?? match[2] ?? match[3] ?? '';
      const start = (match.index ?? 0) + match[0].length;
      const rest = view.code.slice(start, endOfFunction(view, start));
      const use = new RegExp(String.raw`[\w\])]\s*\[\s*${plain(name)}\s*\]`).exec(rest);
      if (!use) return false;
      const before = rest.slice(0, use.index);
      if (
        new RegExp(
          String.raw`\b${plain(name)}\s*(?:[<>]|=(?!=)|%|&)|[<>]=?\s*${plain(name)}\b|\b(?:size|length|count|at)\s*\(\s*\)|\bmap\b`,
        ).test(
          withoutUpperBound(before, name, bodyBefore(match, view) + match[0]).replace(lowerBound(name), ''),
        )
      )
        return false;
      const line = view.lineAt(start + use.index);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
  {
    ...native,
    id: 'memory/returned-local',
    pattern: /\breturn\s+&?\s*([a-z_]\w*)\s*;/g,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-562', 'CWE-825'],
    description: 'After the return the memory belongs to the next call.',
    recommendation: 'Let the caller give the buffer, or allocate it.',
    refine: (match, view) => {
      const isAddress = /&/.test(match[0]);
      const name = plain(match[1]!);
      const body = bodyBefore(match, view);
      const form = isAddress
        ? String.raw`[;{}]\s*(?:const\s+)?(?:struct\s+)?\w+\s+${name}\s*(?:=[^;]*)?;`
        : String.raw`[;{}]\s*(?:unsigned\s+|signed\s+)?(?:char|int|long|short|float|double|u?int\d+_t|wchar_t)\s+${name}\s*\[[^\]]*\]\s*(?:=[^;]*)?;`;
      return (
        new RegExp(form).test(body) && !new RegExp(String.raw`\bstatic\b[^;]{0,60}\b${name}\b`).test(body)
      );
    },
  },
  {
    ...native,
    id: 'access/memory-unsafe-call',
    pattern: /\bcin\s*>>\s*([a-z_]\w*)\s*;/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-120', 'CWE-787'],
    description: 'A longer word than the array overwrites what stands behind it.',
    recommendation: 'Read into a std::string, or set the width first.',
    refine: (match, view) => {
      const body = bodyBefore(match, view);
      return (
        new RegExp(String.raw`\bchar\s+${plain(match[1]!)}\s*\[`).test(body) &&
        !/\bsetw\b|\.width\s*\(\s*(?!0\s*\))/.test(body)
      );
    },
  },
];

/** `x >= 0` keeps negative numbers away, and nothing else. */
function lowerBound(name: string): RegExp {
  return new RegExp(
    String.raw`\b${plain(name)}\s*(?:>=\s*0|>\s*-1|<\s*0)(?![\w.])|\b0\s*<=\s*${plain(name)}\b`,
    'g',
  );
}

/** A number with a sign that is compared once, from above, with a constant, may still be below zero. */
function withoutUpperBound(text: string, name: string, body: string): string {
  const key = plain(name);
  const compared = [
    ...text.matchAll(new RegExp(String.raw`\b${key}\s*[<>]=?(?![<>])|[<>]=?\s*${key}\b`, 'g')),
  ];
  if (compared.length !== 1) return text;
  if (!new RegExp(String.raw`(?<!unsigned\s+)\b(?:int|long|short|ssize_t|int\d+_t)\s+${key}\b`).test(body))
    return text;
  // What is compared with zero or one is compared from below.
  return text.replace(
    new RegExp(String.raw`(?<![)\w.>]\s*)${key}\s*[<>]=?\s*(?:(?![01]\b)\d+|[A-Z][A-Z\d_]+)\b(?!\s*[(.\[])`),
    '',
  );
}
