import { bodyAfter, bodyBefore, fromLast, plain } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const cpp = { languages: ['C++'], source: 'code', over: 'code' } as const;
const dangling = {
  impact: 'weakening',
  confidence: 0.6,
  cwe: ['CWE-416', 'CWE-562', 'CWE-825'],
} as const;

/** C++ objects that are destroyed or moved while something still points to them. */
export const cppLifetimeRules: readonly TextRule[] = [
  {
    ...cpp,
    id: 'memory/used-after-move',
    pattern:
      /\bstd::move\s*\(\s*([a-z_]\w*)\s*\)[^;{}]{0,80};\s*(?:[^;{}]{0,120};\s*){0,2}?[^;{}]{0,80}?\b\1(?:\.(?:size|length|front|back|at|begin|c_str|substr|find)\s*\(|->|\[)/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-416', 'CWE-672', 'CWE-908'],
    description: 'After the move it is in an unspecified state.',
    recommendation: 'Read it before the move, or assign it a new value.',
    refine: (match, view) =>
      !/\breturn\b/.test(match[0].slice(0, match[0].indexOf(';'))) &&
      !new RegExp(String.raw`;[^;]*\b${plain(match[1] ?? '')}\s*(?:=(?!=)|\.(?:clear|assign|reset)\b)`).test(
        match[0],
      ) &&
      fromLast(match, view, 0),
  },
  {
    ...cpp,
    id: 'memory/returned-local',
    pattern: /\breturn\s+([a-z_]\w*)\.(?:c_str|data)\s*\(\s*\)\s*;/g,
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-562', 'CWE-416', 'CWE-825'],
    description: 'After the return the object is gone, and with it what it held.',
    recommendation: 'Return the object itself.',
    refine: (match, view) =>
      new RegExp(
        String.raw`[;{}]\s*(?:std::)?(?:string|vector<[^;]*>|stringstream)\s+${plain(match[1] ?? '')}\s*(?:[;=({])`,
      ).test(bodyBefore(match, view)),
  },
  {
    ...cpp,
    id: 'memory/mismatched-release',
    pattern: /\b(?:delete\s*(\[\s*\])?\s*|free\s*\(\s*)([a-z_]\w*)\s*\)?\s*;/g,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-762', 'CWE-763'],
    description: 'new needs delete, new[] needs delete[], malloc needs free: mixing them corrupts the heap.',
    recommendation: 'Use the matching pair, or a container that does it.',
    refine: (match, view) => {
      const name = plain(match[2] ?? '');
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
    pattern:
      /\bfor\s*\([^;{}]{0,120};[^;{}]{0,120};([^{}]{0,60})\)\s*\{[^}]{0,300}?(?<![=.\w]\s?)\b\w+\.erase\s*\(\s*(\w+)\s*\)\s*;(?!\s*(?:break|return))/g,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-416', 'CWE-672', 'CWE-825'],
    description: 'Erasing invalidates the iterator; incrementing it reads freed memory.',
    recommendation: 'Continue with the iterator that erase returns.',
    refine: (match, view) => {
      const name = plain(match[2] ?? '');
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
    ...cpp,
    ...dangling,
    id: 'memory/dangling-capture',
    pattern: /\breturn\s*\[\s*(&[^\]\n]*)\]\s*(?:\(|\{|mutable\b)/g,
    description: 'The local variable is gone when the function is called.',
    recommendation: 'Capture by value, or move it in.',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      const body = bodyBefore(match, view).slice(0, -match[0].length);
      const named = [...(match[1] ?? '').matchAll(/&\s*(\w+)/g)].map((one) => one[1] ?? '');
      const names = named.length > 0 ? named : [...new Set(rest.match(/\b[a-z_]\w*/g) ?? [])].slice(0, 30);
      return (
        !/^[^;]*\}\s*\(/.test(rest.slice(0, rest.indexOf('};') + 8)) &&
        names.some((name) => isLocal(name, body))
      );
    },
  },
  {
    ...cpp,
    ...dangling,
    id: 'memory/dangling-capture',
    pattern: /\bstd::j?thread\s*(\w*)\s*[({]\s*\[\s*&[^\]\n]*\]/g,
    description: 'The function may have ended while the thread still reads them.',
    recommendation: 'Capture by value, or join the thread.',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      return match[1] === ''
        ? /^[^;]*(?:\{[^}]*\}[^;]*)\.detach\s*\(/.test(rest)
        : new RegExp(String.raw`\b${match[1]}\.detach\s*\(`).test(rest);
    },
  },
  {
    ...cpp,
    ...dangling,
    id: 'memory/invalid-iterator',
    pattern:
      /(?<![\w.>])(\w+)\.(?:push_back|emplace_back|push_front|insert|emplace|erase)\s*\([^;]*;(?!\s*(?:break|return)\b)/g,
    cwe: ['CWE-416', 'CWE-672', 'CWE-825'],
    description: 'Growing or erasing moves the elements; the loop continues over freed memory.',
    recommendation: 'Collect the changes, and make them after the loop.',
    refine: (match, view) => {
      const body = bodyBefore(match, view).slice(0, -match[0].length);
      const loop = [
        ...body.matchAll(new RegExp(String.raw`\bfor\s*\([^;(){}]*:\s*${match[1]}\s*\)([^;]*)`, 'g')),
      ].at(-1);
      if (loop === undefined) return false;
      const since = body.slice(loop.index);
      return since.includes('{')
        ? (since.match(/\{/g)?.length ?? 0) > (since.match(/\}/g)?.length ?? 0)
        : !since.includes(';');
    },
  },
  {
    ...cpp,
    id: 'memory/copied-owner',
    pattern: /~(\w+)\s*\(\s*\)\s*(?:noexcept\s*|override\s*)?\{[^{}]*\bdelete\s*(?:\[\s*\])?\s*(\w+)\s*;/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-415', 'CWE-416'],
    description: 'A copy of the object holds the same pointer: both delete what it points to.',
    recommendation:
      'Delete or write the copy constructor and the copy assignment, or hold the pointer in a unique_ptr.',
    refine: (match, view) => {
      const name = plain(match[1] ?? '');
      const head = new RegExp(String.raw`\b(?:class|struct)\s+(?:\w+\s+)?${name}\b([^;{]*)\{`).exec(
        view.code,
      );
      return (
        head !== null &&
        !/noncopyable/i.test(head[1] ?? '') &&
        new RegExp(String.raw`\*\s*(?:const\s+)?${plain(match[2] ?? '')}\s*(?:;|=|\{)`).test(view.code) &&
        !new RegExp(
          String.raw`\b${name}\s*\(\s*(?:const\s+)?${name}\s*(?:<[^>]*>\s*)?(?:const\s*)?&|(?:NON|NO|DIS|UN)\w*COPY\w*|Q_DISABLE_COPY`,
          'i',
        ).test(view.code)
      );
    },
  },
  {
    ...cpp,
    id: 'memory/size-underflow',
    pattern: /\bfor\s*\([^;{}]*;[^;{}]*?<=?\s*(?<!\)\s*)([a-z_]\w*)\.(?:size|length)\(\)\s*-\s*\d\b[^;{}]*;/g,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-191', 'CWE-190', 'CWE-125'],
    description: 'Sizes are unsigned: for an empty container the loop runs over all memory.',
    recommendation: 'Compare `i + 1 < size`, or return early if it is empty.',
    refine: (match, view) =>
      !new RegExp(
        String.raw`\b${plain(match[1] ?? '')}\.(?:empty\s*\(|(?:size|length)\(\)\s*(?:[<>]|[!=]=))|ssize`,
      ).test(bodyBefore(match, view).slice(0, -match[0].length)) && fromLast(match, view, 0),
  },
  {
    ...cpp,
    languages: ['C', 'C++'],
    id: 'memory/size-underflow',
    pattern:
      /\bfor\s*\(\s*(?:std::)?(?:size_t|unsigned(?:\s+\w+)?|uint\d+_t)\s+(\w+)\s*=[^;{}]*;\s*\1\s*>=\s*0\s*;/g,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-191', 'CWE-835', 'CWE-125'],
    description:
      'The loop never ends: below zero the counter wraps around to the largest number, and memory out of bounds is read.',
    recommendation: 'Count down with `i-- > 0`, or use a signed number.',
  },
];

/** Declared in the function, or passed by value. */
function isLocal(name: string, body: string): boolean {
  return new RegExp(
    String.raw`(?:[;{}]\s*|[(,]\s*)(?:const\s+)?(?!return\b|delete\b|static\b|auto\s*&)[\w:]+(?:<[^;{}]*>)?\s+${name}\s*(?:[;=,)]|\{)`,
  ).test(body);
}
