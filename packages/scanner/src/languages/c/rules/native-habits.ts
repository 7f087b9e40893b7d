import { bodyAfter, bodyBefore, fromLast, plain } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const native = { languages: ['C', 'C++'], source: 'code', over: 'code' } as const;
const cpp = { languages: ['C++'], source: 'code', over: 'code' } as const;

/** Ownership, order and numbers in C and C++ that a look at one function tells. */
export const nativeHabits: readonly TextRule[] = [
  {
    ...native,
    id: 'memory/size-of-pointer',
    title: 'Size of a pointer taken for that of what it points to',
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
    id: 'memory/use-after-free',
    title: 'The next of a list is read from what was freed',
    pattern:
      /\bfor\s*\([^;{}]{0,120};[^;{}]{0,80};\s*(\w+)\s*=\s*\1\s*->\s*\w+\s*\)\s*\{?[^}]{0,300}?\bfree\s*\(\s*\1\s*\)\s*;(?!\s*(?:break|return))/g,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-416'],
    description: 'The memory may hold something else by then.',
    recommendation: 'Keep the next one before this one is freed.',
  },
  {
    ...cpp,
    id: 'memory/used-after-move',
    title: 'What was moved away is read',
    pattern:
      /\bstd::move\s*\(\s*([a-z_]\w*)\s*\)[^;{}]{0,80};\s*(?:[^;{}]{0,120};\s*){0,2}?[^;{}]{0,80}?\b\1(?:\.(?:size|length|front|back|at|begin|c_str|substr|find)\s*\(|->|\[)/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-416', 'CWE-672', 'CWE-908'],
    description: 'It is left in a state that nobody promised.',
    recommendation: 'Read it before, or give it a value again.',
    refine: (match, view) =>
      !/\breturn\b/.test(match[0].slice(0, match[0].indexOf(';'))) &&
      !new RegExp(String.raw`;[^;]*\b${plain(match[1]!)}\s*(?:=(?!=)|\.(?:clear|assign|reset)\b)`).test(
        match[0],
      ) &&
      fromLast(match, view, 0),
  },
  {
    ...native,
    id: 'memory/missing-terminator',
    title: 'The text may have no end',
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
    id: 'reliability/unchecked-privilege',
    title: 'Nothing asks whether rights were given up',
    pattern:
      /^[ \t]*(?:\(void\)\s*)?(?:set(?:e|re|res)?[ug]id|setgroups|initgroups|chroot|chdir)\s*\([^;]{0,100}\)\s*;/gm,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-252', 'CWE-273'],
    description: 'Where the call fails the program goes on with the rights it meant to lose.',
    recommendation: 'End the program when the call fails.',
    refine: (match) => !/chdir\s*\(\s*"/.test(match[0]),
  },
  {
    ...native,
    id: 'reliability/division-by-input',
    title: 'A number from outside divides unchecked',
    pattern:
      /\b([a-z_]\w*)\s*=\s*(?:\([^()]{1,30}\)\s*)?(?:std::)?(?:ato[ilf]|strto\w+|stoi|stol|stod|ntoh[sl]|rand|RAND32)\s*\(|\b(?:f|s)?scanf\s*\([^;"]{0,60}"[^"]{0,20}"\s*,\s*&\s*([a-z_]\w*)\s*\)/g,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-369'],
    description: 'Zero ends the process.',
    recommendation: 'Refuse zero first.',
    refine: (match, view) => {
      const name = match[1] ?? match[2] ?? '';
      const rest = bodyAfter(match, view);
      const use = new RegExp(String.raw`(?:[\w)\]]\s*)[/%]=?\s*(?:\([^()]{1,20}\)\s*)?${plain(name)}\b`).exec(
        rest,
      );
      if (!use) return false;
      if (
        new RegExp(
          String.raw`\b${plain(name)}\s*(?:[<>]|[!=]=|=(?!=))|[<>=]=?\s*${plain(name)}\b|\bif\s*\(\s*!?\s*${plain(name)}\b|fabs?\s*\(\s*${plain(name)}`,
        ).test(rest.slice(0, use.index))
      )
        return false;
      return fromLast(match, view, use.index);
    },
  },
  {
    ...native,
    id: 'reliability/endless-recursion',
    title: 'A function that calls itself in any case',
    languages: ['C', 'C++', 'Java', 'C#'],
    pattern:
      /\b([a-z_]\w*)\s*\([^(){};]{0,200}\)\s*(?:const\s*)?(?:=>|\{)\s*return\s+(?:[\w.]+\s*[-+*]\s*)?(?:this(?:->|\.))?\1\s*\([^;{}]{0,200};\s*\}/g,
    impact: 'hygiene',
    confidence: 0.7,
    cwe: ['CWE-674', 'CWE-835'],
    description: 'Nothing ends it but the end of the stack.',
    recommendation: 'Answer the smallest case without another call.',
    refine: (match) =>
      !/[?]|&&|\|\||\bif\b/.test(match[0]) &&
      // Another of the same name with other arguments is no recursion.
      (match[0].match(/\(([^(){};]{0,200})\)/)?.[1] ?? '').split(',').length ===
        (/\breturn\b[^(]*\(([^;]*)\)\s*;/.exec(match[0])?.[1] ?? '').split(/,(?![^(]*\))/).length,
  },
  {
    ...native,
    id: 'memory/signed-length',
    title: 'A negative number passes the check of a length',
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
    title: 'The size of an allocation may overflow',
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
  {
    ...native,
    id: 'memory/leak',
    title: 'Memory that an early end leaves behind',
    pattern: /\b([a-z_]\w*)\s*=\s*(?:\([\w\s*]{1,40}\)\s*)?(?:malloc|calloc|strdup|fopen)\s*\(/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-401', 'CWE-772'],
    description: 'The function frees it at its end, and ends before on another way.',
    recommendation: 'Free it on every way out.',
    refine: (match, view) => {
      const name = plain(match[1]!);
      const rest = bodyAfter(match, view);
      const freed = new RegExp(String.raw`\b(?:free|fclose)\s*\(\s*${name}\s*\)`).exec(rest);
      if (!freed) return false;
      const early = /\bif\s*\(([^;{}]{1,160})\)\s*\{?\s*(?:[^{}]{0,200};\s*)?return\b([^;]{0,80});/g;
      for (const way of rest.slice(0, freed.index).matchAll(early)) {
        const whole = new RegExp(String.raw`\b${name}\b`);
        // The way that is taken without it, or that hands it on.
        if (
          whole.test(way[0]) ||
          whole.test(
            rest.slice(0, way.index).match(/[\w\])]\s*(?:->\w+|\[\w+\])?\s*=\s*[^;=]*;\s*$/)?.[0] ?? '',
          )
        )
          continue;
        if (new RegExp(String.raw`[\w\])]\s*=\s*${name}\s*;`).test(rest.slice(0, way.index))) return false;
        return fromLast(match, view, way.index + way[0].lastIndexOf('return'));
      }
      return false;
    },
  },
  {
    ...cpp,
    id: 'memory/returned-local',
    title: 'The inside of a local object is returned',
    pattern: /\breturn\s+([a-z_]\w*)\.(?:c_str|data)\s*\(\s*\)\s*;/g,
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-562', 'CWE-416', 'CWE-825'],
    description: 'The object is gone after the return, and what it held with it.',
    recommendation: 'Return the object itself.',
    refine: (match, view) =>
      new RegExp(
        String.raw`[;{}]\s*(?:std::)?(?:string|vector<[^;]*>|stringstream)\s+${plain(match[1]!)}\s*(?:[;=({])`,
      ).test(bodyBefore(match, view)),
  },
  {
    ...cpp,
    id: 'memory/mismatched-release',
    title: 'Released in another way than it was made',
    pattern: /\b(?:delete\s*(\[\s*\])?\s*|free\s*\(\s*)([a-z_]\w*)\s*\)?\s*;/g,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-762', 'CWE-763'],
    description: 'new belongs to delete, new[] to delete[], malloc to free: mixing them corrupts the heap.',
    recommendation: 'Use the pair, or a container that does it.',
    refine: (match, view) => {
      const name = plain(match[2]!);
      const made = [
        ...bodyBefore(match, view).matchAll(
          new RegExp(
            String.raw`\b${name}\s*(?:=|\()\s*(?:\([\w\s*]+\)\s*)?(new\b[^;]*|(?:malloc|calloc|realloc|strdup)\s*\([^;]*);`,
            'g',
          ),
        ),
      ].at(-1)?.[1];
      if (made === undefined) return false;
      const isNew = made.startsWith('new');
      const isArray = isNew && /^new\s+(?:\([^)]*\)\s*)?[\w:<>\s*]+\[/.test(made);
      if (match[0].startsWith('free')) return isNew;
      return !isNew || isArray !== (match[1] !== undefined);
    },
  },
  {
    ...cpp,
    id: 'memory/invalid-iterator',
    title: 'An iterator goes on after what it stands on was erased',
    pattern:
      /\bfor\s*\([^;{}]{0,120};[^;{}]{0,120};([^{}]{0,60})\)\s*\{[^}]{0,300}?(?<![=.\w]\s?)\b\w+\.erase\s*\(\s*(\w+)\s*\)\s*;(?!\s*(?:break|return))/g,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-416', 'CWE-672', 'CWE-825'],
    description: 'Erasing makes the iterator invalid; stepping on from it reads freed memory.',
    recommendation: 'Go on from what erase returns.',
    refine: (match, view) => {
      const name = plain(match[2]!);
      if (new RegExp(String.raw`=\s*\w+\.erase\s*\(\s*${name}`).test(match[0])) return false;
      const rest = view.code.slice(
        (match.index ?? 0) + match[0].length,
        (match.index ?? 0) + match[0].length + 200,
      );
      return (
        new RegExp(String.raw`\b${name}\b`).test(match[0]) &&
        new RegExp(String.raw`(?:\+\+\s*${name}|${name}\s*\+\+)`).test(
          `${match[1]}${rest.slice(0, rest.indexOf('}') + 40)}`,
        ) &&
        fromLast(match, view, match[0].lastIndexOf('erase') - match[0].length)
      );
    },
  },
  {
    ...native,
    id: 'memory/uninitialized',
    title: 'A variable that one way leaves without a value',
    pattern:
      /[;{]\s*(?:int|long|short|char|float|double|size_t|unsigned(?:\s+int)?|\w+\s*\*)\s+?\*?([a-z_]\w*)\s*;\s*\n?\s*(?:if\s*\(([^;{}]{1,100})\)\s*\{?\s*\1\s*=[^=][^;]{0,120};\s*\}?\s*(?!\s*else\b)\s*return\b[^;]{0,80}\b\1\b|return\s+\1\s*;|printf\s*\(\s*"[^"]*"\s*,\s*\1\s*\)|\w+\s*\+?=\s*\1\s*(?:[-+*/]|;))/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-457', 'CWE-908'],
    description: 'It holds whatever stood in its place before.',
    recommendation: 'Give it a value where it is declared.',
    refine: (match, view) => ((match[2] ?? '').includes(match[1]!) ? false : fromLast(match, view, 0)),
  },
  {
    ...native,
    id: 'memory/unchecked-file',
    title: 'Nothing asks whether the file was opened',
    pattern:
      /\b([a-z_]\w*)\s*=\s*(?:fopen|fdopen|popen|tmpfile|opendir|freopen)\s*\([^;]{0,160}\)\s*;\s*(?:[\w\s*]+=\s*|while\s*\([^;{}]{0,60}?|if\s*\([^;{}]{0,60}?)?(?:fgetc|fgets|fread|fwrite|fprintf|fscanf|fseek|fputs|getline|readdir|fclose)\s*\(([^;]{0,120})\)/g,
    impact: 'hygiene',
    confidence: 0.65,
    cwe: ['CWE-476', 'CWE-690', 'CWE-252'],
    description: 'Without the file the call answers NULL, and the next one ends the process.',
    recommendation: 'Check for NULL first.',
    refine: (match, view) =>
      new RegExp(String.raw`\b${plain(match[1]!)}\b`).test(match[2]!) && fromLast(match, view, 0),
  },
  {
    ...native,
    id: 'access/fixed-password',
    title: 'Password that stands in the code',
    over: 'withoutComments',
    pattern:
      /\b(?:strcmp|strncmp|strcasecmp|memcmp)\s*\(\s*(?:(?:\w+(?:->|\.))?(?:\w*(?:pass(?:word|wd)?|pwd|secret|token|pin)|pw)\s*,\s*"[^"\n]{4,80}"|"[^"\n]{4,80}"\s*,\s*(?:\w+(?:->|\.))?(?:\w*(?:pass(?:word|wd)?|pwd|secret|token|pin)|pw)\b)/gi,
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-798', 'CWE-259'],
    description: 'Whoever has the program has it.',
    recommendation: 'Keep a salted hash outside of the program and compare with that.',
  },
];
