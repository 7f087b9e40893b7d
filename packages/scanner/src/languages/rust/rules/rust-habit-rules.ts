import { bodyBefore, firstInFunction, plain, wholeBody } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const rust = { languages: ['Rust'], source: 'code', over: 'code' } as const;

/** Archives, keys, cipher modes and globals in Rust, checked in one file. */
export const rustHabitRules: readonly TextRule[] = [
  {
    ...rust,
    id: 'access/archive-extraction',
    pattern:
      /\.unpack\s*\(\s*&?\w+(?:\.\w+\(\))?\.join\s*\(|\bFile::create\s*\(\s*&?\w+\.join\s*\(\s*&?\w+(?:\.path\s*\(|\.name\s*\(|\s*\))/g,
    impact: 'takeover',
    confidence: 0.65,
    cwe: ['CWE-22'],
    description: 'A name such as `../x` leaves the directory and replaces files elsewhere.',
    recommendation: 'Use unpack_in or enclosed_name, or refuse names with `..` and absolute ones.',
    refine: (match, view) => {
      const body = wholeBody(match, view);
      return (
        /\.entries\s*\(\s*\)|\.by_index\s*\(/.test(body) &&
        /\.path\s*\(\s*\)|\.path_bytes\s*\(|\.name\s*\(\s*\)|mangled_name/.test(body) &&
        !/ParentDir|Component|starts_with|enclosed_name|canonicalize|file_name|sanitize|is_safe/.test(body)
      );
    },
  },
  {
    ...rust,
    id: 'reliability/shared-variable',
    pattern: /\bstatic mut (\w+)\s*:/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-362', 'CWE-366', 'CWE-820'],
    description: 'Nothing synchronizes the threads: changes are lost, and the behaviour is undefined.',
    recommendation: 'Use an atomic, a Mutex or OnceLock.',
    refine: (match, view) => {
      if (
        !/\bthread::|\btokio\b|\basync fn\b|\brayon\b|\bpub (?:unsafe )?(?:extern "C" )?fn\b/.test(view.code)
      )
        return false;
      const name = plain(match[1]);
      const write = new RegExp(
        String.raw`\b${name}(?:\[[^\]\n]{1,40}\])?\s*(?:[-+*/|&^]=|=(?!=))|\b${name}\.(?:push|insert|remove|extend|clear|take|replace|get_or_insert\w*)\s*\(|&mut\s+${name}\b`,
        'g',
      );
      return firstInFunction(
        view,
        write,
        (body) => !/\.lock\(\)|call_once|critical_section|interrupt/.test(body),
      );
    },
  },
  {
    ...rust,
    id: 'access/fixed-signing-key',
    over: 'withoutComments',
    pattern:
      /\b(?:from_secret|new_from_slice|Key::from_slice|Key::from)\s*\(\s*&?([A-Z][A-Z0-9_]{2,})(?:\.as_(?:bytes|ref)\(\))?\s*\)/g,
    impact: 'disclosure',
    confidence: 0.75,
    cwe: ['CWE-321', 'CWE-798'],
    description: 'Anybody who has the program or its source has the key.',
    recommendation: 'Read the key from the environment or a secret store.',
    refine: (match, view) =>
      new RegExp(
        String.raw`\b(?:const|static)\s+${match[1]}\s*:\s*&?(?:'static\s+)?(?:str|\[u8[^\]=]*\])\s*=\s*(?:&|\*)?b?"[^"\n]{4,}"`,
      ).test(view.withoutComments),
  },
  {
    ...rust,
    id: 'crypto/block-by-block',
    pattern: /\.encrypt_blocks?\s*\(/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-327'],
    description: 'Equal parts of the text stay equal, and nobody notices when parts are swapped.',
    recommendation: 'Use a mode with authentication (AES-GCM, ChaCha20-Poly1305).',
    refine: (match, view) => {
      const body = wholeBody(match, view);
      return (
        /\bchunks(?:_exact)?(?:_mut)?\s*\(|\.encrypt_blocks\s*\(/.test(body) &&
        /\b(?:use\s+)?(?:aes|des|blowfish|cipher|twofish|camellia)\b/i.test(view.code) &&
        !/\^=?|\b(?:ctr|cbc|xts|counter|xor|mac|ofb|cfb)/i.test(body) &&
        !/impl\s*(?:<[^>{]*>)?\s*(?:Block|Stream)\w+/.test(view.code)
      );
    },
  },
  {
    ...rust,
    id: 'memory/unsafe-bounds',
    pattern: /\bfrom_raw_parts(?:_mut)?\s*\(\s*(\w+)\s*,\s*(\w+)\s*\)/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-125', 'CWE-119', 'CWE-787'],
    description: 'A call with a length that is too large reads other memory, in code without unsafe.',
    recommendation: 'Make the function unsafe and document what it requires, or take a slice.',
    refine: (match, view) => {
      const body = bodyBefore(match, view);
      const head = body.slice(0, body.indexOf('{'));
      const [pointer, length] = [plain(match[1]), plain(match[2])];
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      const line = around ? view.lineText(around.line) : '';
      return (
        /\bpub\b/.test(line) &&
        !/\bunsafe\s+(?:extern\b[^f]*)?fn\b/.test(line) &&
        new RegExp(String.raw`\b${pointer}\s*:\s*\*(?:const|mut)\b`).test(head) &&
        new RegExp(String.raw`\b${length}\s*:\s*(?:usize|u32|u64|c_int|size_t)`).test(head) &&
        !new RegExp(String.raw`\b${length}\b[^;{]{0,20}[<>]|[<>]=?\s*${length}\b|assert`).test(
          body.slice(head.length),
        )
      );
    },
  },
];
