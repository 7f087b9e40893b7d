import { bodyAfter, bodyBefore, fromLast, plain } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const rust = { languages: ['Rust'], source: 'code', over: 'code' } as const;

/** Unsafe blocks in Rust: unchecked bounds, lifetimes and sharing. */
export const rustMemoryRules: readonly TextRule[] = [
  {
    ...rust,
    id: 'memory/unsafe-bounds',
    pattern:
      /\bfrom_raw_parts(?:_mut)?\s*\(\s*[\w.]+\s*,\s*[^()\n]{0,40}?\w\s*\+\s*\d+\s*\)|\.(?:get_unchecked|get_unchecked_mut)\s*\(\s*([a-z_]\w*)\s*\)/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-125', 'CWE-787', 'CWE-119'],
    description: 'Memory past the end is read or written, and nothing checks it.',
    recommendation: 'Use the checked form, or assert the bounds first.',
    refine: (match, view) => {
      if (match[1] === undefined) return true;
      const body = bodyBefore(match, view);
      const name = plain(match[1]);
      return (
        new RegExp(String.raw`\bfn\s[^{]*\b${name}\s*:\s*usize`).test(body) &&
        !new RegExp(String.raw`\b${name}\s*[<>]|[<>]=?\s*${name}\b|assert`).test(
          body.slice(body.indexOf('{')),
        )
      );
    },
  },
  {
    ...rust,
    id: 'memory/use-after-free',
    pattern:
      /\bdrop\s*\(\s*Box::from_raw\s*\(\s*(\w+)\s*\)\s*\)\s*;|\bdealloc\s*\(\s*(\w+)\s*,[^;]{0,80};|\bdrop\s*\(\s*(\w+)\s*\)\s*;/g,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-416', 'CWE-415', 'CWE-825'],
    description: 'The memory may hold something else by then.',
    recommendation: 'Keep the box for as long as the pointer is used.',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      let pointer = match[1] ?? match[2];
      if (match[3] !== undefined) {
        const given = new RegExp(
          String.raw`\blet\s+(?:mut\s+)?(\w+)(?:\s*:[^=]*)?=\s*(?:&(?:mut\s+)?(?:\*\s*)?${plain(match[3])}\s+as\s+\*|${plain(match[3])}\.as_(?:mut_)?ptr\s*\()`,
        ).exec(bodyBefore(match, view));
        pointer = given?.[1];
      }
      if (pointer === undefined) return false;
      const use = new RegExp(
        String.raw`\*\s*${plain(pointer)}\b|\bfrom_raw\s*\(\s*${plain(pointer)}\b|\b${plain(pointer)}\.(?:read|write|add|offset)\s*\(`,
      ).exec(rest);
      return use !== null && fromLast(match, view, use.index + 1);
    },
  },
  {
    ...rust,
    id: 'memory/unsafe-bounds',
    pattern: /\bfrom_raw_parts(?:_mut)?\s*\(\s*[^;]{1,80}?,\s*([a-z_]\w*)\s*\)/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-125', 'CWE-787', 'CWE-119'],
    description: 'Memory past the end is read or written, and nothing checks it.',
    recommendation: 'Compare the length with what is available first.',
    refine: (match, view) => {
      const body = bodyBefore(match, view);
      const name = plain(match[1]);
      return (
        new RegExp(
          String.raw`\blet\s+(?:mut\s+)?${name}\b[^;]*?=[^;]*(?:from_[bln]e_bytes|\.get_u\d+|read_u\d+|parse)`,
        ).test(body) &&
        !new RegExp(String.raw`\b${name}\b[^;{]{0,30}[<>]|[<>]=?[^;{]{0,30}\b${name}\b|assert`).test(
          body
            .slice(body.search(new RegExp(String.raw`\blet\s+(?:mut\s+)?${name}\b`)) + 4)
            .replace(/^[^;]*;/, ''),
        )
      );
    },
  },
  {
    ...rust,
    id: 'memory/dangling-text',
    pattern:
      /\bCString::new\s*\([^;]{1,120}\)\s*\.\s*(?:unwrap|expect|unwrap_or_default)\s*\([^;()]{0,60}\)\s*\.\s*as_ptr\s*\(\s*\)\s*;/g,
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-416', 'CWE-825'],
    description: 'The text lives only until the end of the statement; the pointer is used after that.',
    recommendation: 'Keep the CString in a variable for as long as the pointer is used.',
    refine: (match, view) =>
      /\blet\s[^;]*$/.test(bodyBefore(match, view).slice(0, -match[0].length).slice(-200)),
  },
  {
    ...rust,
    id: 'memory/transmute',
    pattern: /\btransmute\s*::<\s*&\s*(?!'static)[^,<>]{1,60},\s*&'static\b/g,
    over: 'withoutComments',
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-416', 'CWE-704', 'CWE-843'],
    description:
      'The value may be gone while the reference is still used; the compiler no longer checks that.',
    recommendation: 'Give the reference the lifetime of its owner, or share the owner (Arc).',
  },
  {
    ...rust,
    id: 'reliability/forced-sharing',
    pattern: /\bunsafe\s+impl\s*(?:<[^<>{]{0,80}>\s*)?(?:Sync|Send)\s+for\s+(\w+)/g,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-362', 'CWE-820', 'CWE-662'],
    description: 'Cell, RefCell and Rc are not safe to use from two threads at once.',
    recommendation: 'Use Mutex, RwLock, atomics or Arc.',
    refine: (match, view) => {
      const fields = new RegExp(String.raw`\bstruct\s+${plain(match[1])}\b[^;{]*[({]([^}]*)`).exec(
        view.code,
      )?.[1];
      return (
        fields !== undefined &&
        /\b(?:RefCell|Cell|Rc|UnsafeCell)\s*</.test(fields) &&
        !/Mutex|RwLock|Atomic/.test(fields)
      );
    },
  },
  {
    ...rust,
    id: 'memory/uninitialized',
    pattern:
      /\b(\w+)\s*(?::[^=;]{1,60})?=\s*Vec::with_capacity\s*\([^;]{1,80}\)\s*;\s*unsafe\s*\{\s*\1\.set_len\s*\(|\bmem::(?:uninitialized|zeroed::<&)\s*/g,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-908', 'CWE-457', 'CWE-125'],
    description: 'Reading it is undefined behaviour, and shows what was in memory before.',
    recommendation: 'Fill it (vec![0; n], resize), or use MaybeUninit.',
    refine: (match, view) => fromLast(match, view, 0),
  },
  {
    ...rust,
    id: 'memory/unchecked-pointer',
    pattern: /\bextern\s+"C"\s+fn\s+\w+\s*\([^)]*?\b(\w+)\s*:\s*\*(?:const|mut)\s[^)]*\)[^{;]{0,60}\{/g,
    over: 'withoutComments',
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-476'],
    description: 'C passes NULL if it has nothing.',
    recommendation: 'Check is_null first, or take Option<NonNull<T>>.',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      const name = plain(match[1]);
      const use = new RegExp(
        String.raw`\*\s*${name}\b|\b(?:from_raw_parts(?:_mut)?|CStr::from_ptr)\s*\(\s*${name}\b`,
      ).exec(rest);
      return (
        use !== null &&
        !new RegExp(String.raw`\b${name}\.(?:is_null|as_ref|as_mut)\s*\(|NonNull`).test(rest) &&
        fromLast(match, view, use.index + 1)
      );
    },
  },
  {
    ...rust,
    id: 'memory/transmute',
    pattern: /\b(?:mem::)?transmute(?:_copy)?\s*(?:::<[^>;]{1,80}>)?\s*\(/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-843', 'CWE-704'],
    description:
      'Nothing checks that the bits are a valid value of the type: an invalid one is undefined behaviour.',
    recommendation: 'Use a conversion (to_bits, from_ne_bytes, TryFrom), or bytemuck.',
    refine: (match, view) =>
      !/\b(?:mem::)?size_of|'static|fn\s*\(/.test(view.lineText(view.lineAt(match.index ?? 0))),
  },
];
