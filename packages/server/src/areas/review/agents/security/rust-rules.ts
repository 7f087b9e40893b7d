import type { TextRule } from '../core/text-rule.ts';
import { bodyAfter, bodyBefore, fromLast, plain, wholeBody } from './native-text.ts';

const rust = { languages: ['Rust'], source: 'code', over: 'code' } as const;
const fromRequest = /(?:Path|Query|Json|Form)\s*(?:\(|<)|req\.|HttpRequest|#\[(?:get|post|put|delete)\b/;

/** Unsafe blocks, libraries with their protection switched off, and numbers from outside in Rust. */
export const rustRules: readonly TextRule[] = [
  {
    ...rust,
    id: 'access/unverified-token',
    title: 'Token accepted without a checked signature',
    pattern:
      /\binsecure_disable_signature_validation\s*\(|\bdangerous_insecure_decode\w*\s*(?:::<[^>]*>)?\s*\(|\binsecure_decode\w*\s*\(|\bvalidate_(?:exp|aud)\s*=\s*false/g,
    impact: 'takeover',
    confidence: 0.85,
    cwe: ['CWE-347', 'CWE-345'],
    description: 'Whoever writes a token is believed to be whom it names.',
    recommendation: 'Verify the signature with one fixed algorithm before the claims are read.',
    refine: (match) =>
      /validate_/.test(match[0]) ? { impact: 'weakening', cwe: ['CWE-613', 'CWE-347'] } : true,
  },
  {
    ...rust,
    id: 'access/any-origin',
    title: 'Any site may read the answers',
    pattern:
      /\bCors(?:Layer)?::(?:very_)?permissive\s*\(\s*\)|\.(?:allow_any_origin|send_wildcard)\s*\(\s*\)|\bAllowOrigin::(?:mirror_request|any)\s*\(\s*\)/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-942', 'CWE-346'],
    description: 'A page of somebody else reads with the rights of whoever visits it.',
    recommendation: 'List the origins.',
  },
  {
    ...rust,
    id: 'crypto/fixed-nonce',
    title: 'Nonce that is always the same',
    over: 'withoutComments',
    pattern:
      /\b(?:\w*Nonce|GenericArray|Iv)::(?:<[^>]*>::)?(?:from_slice|from|clone_from_slice|try_from)\s*\(\s*(?:&?\s*b"[^"\n]*"|&?\s*\[\s*\d+(?:u8)?\s*[;,][^\]]*\]|&?[A-Z_]{2,}\b)\s*\)/g,
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-329', 'CWE-323', 'CWE-1204'],
    description: 'With one nonce for two messages GCM gives its key away.',
    recommendation: 'Draw it anew for each message (generate_nonce).',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      const isKey = /\b[kK]ey\s*(?::[^=]*)?=\s*$|[kK]ey::/.test(
        bodyBefore(match, view).slice(0, -match[0].length).slice(-60),
      );
      return /encrypt|seal/.test(rest) && !isKey;
    },
  },
  {
    ...rust,
    id: 'memory/unsafe-bounds',
    title: 'A slice longer than what it is made of',
    pattern:
      /\bfrom_raw_parts(?:_mut)?\s*\(\s*[\w.]+\s*,\s*[^()\n]{0,40}?\w\s*\+\s*\d+\s*\)|\.(?:get_unchecked|get_unchecked_mut)\s*\(\s*([a-z_]\w*)\s*\)/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-125', 'CWE-787', 'CWE-119'],
    description: 'Memory behind the end is read or written, and nothing checks it.',
    recommendation: 'Use the checked form, or assert the bound first.',
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
    title: 'A pointer is used after its box was dropped',
    pattern:
      /\bdrop\s*\(\s*Box::from_raw\s*\(\s*(\w+)\s*\)\s*\)\s*;|\bdealloc\s*\(\s*(\w+)\s*,[^;]{0,80};|\bdrop\s*\(\s*(\w+)\s*\)\s*;/g,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-416', 'CWE-415', 'CWE-825'],
    description: 'The memory may hold something else by then.',
    recommendation: 'Keep the box as long as the pointer is used.',
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
    title: 'A slice whose length the data says',
    pattern: /\bfrom_raw_parts(?:_mut)?\s*\(\s*[^;]{1,80}?,\s*([a-z_]\w*)\s*\)/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-125', 'CWE-787', 'CWE-119'],
    description: 'Memory behind the end is read or written, and nothing checks it.',
    recommendation: 'Compare the length with what is there first.',
    refine: (match, view) => {
      const body = bodyBefore(match, view);
      const name = plain(match[1]!);
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
    title: 'A pointer into an object that is gone at the end of the line',
    pattern:
      /\bCString::new\s*\([^;]{1,120}\)\s*\.\s*(?:unwrap|expect|unwrap_or_default)\s*\([^;()]{0,60}\)\s*\.\s*as_ptr\s*\(\s*\)\s*;/g,
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-416', 'CWE-825'],
    description: 'The text lives until the end of the statement; the pointer is used after that.',
    recommendation: 'Keep the CString in a variable as long as the pointer is used.',
    refine: (match, view) =>
      /\blet\s[^;]*$/.test(bodyBefore(match, view).slice(0, -match[0].length).slice(-200)),
  },
  {
    ...rust,
    id: 'memory/transmute',
    title: 'A reference is made to live for ever',
    pattern: /\btransmute\s*::<\s*&\s*(?!'static)[^,<>]{1,60},\s*&'static\b/g,
    over: 'withoutComments',
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-416', 'CWE-704', 'CWE-843'],
    description: 'What it shows may be gone while it is still used; nothing checks that any more.',
    recommendation: 'Give the reference the lifetime of its owner, or share the owner (Arc).',
  },
  {
    ...rust,
    id: 'reliability/forced-sharing',
    title: 'Shared between threads against the rules of its parts',
    pattern: /\bunsafe\s+impl\s*(?:<[^<>{]{0,80}>\s*)?(?:Sync|Send)\s+for\s+(\w+)/g,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-362', 'CWE-820', 'CWE-662'],
    description: 'Cell, RefCell and Rc have no protection from two threads at once.',
    recommendation: 'Use Mutex, RwLock, atomics or Arc.',
    refine: (match, view) => {
      const fields = new RegExp(String.raw`\bstruct\s+${plain(match[1]!)}\b[^;{]*[({]([^}]*)`).exec(
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
    id: 'access/unguarded-scope',
    title: 'Routes of administrators without a guard',
    over: 'withoutComments',
    pattern:
      /\b(?:web::)?scope\s*\(\s*"\/?(?:api\/)?(?:admin|internal|manage\w*)[^"\n]*"\s*\)((?:(?!\b(?:web::)?scope\s*\()[\s\S]){0,600})/g,
    impact: 'disclosure',
    confidence: 0.55,
    cwe: ['CWE-862', 'CWE-306'],
    description: 'Another scope of this file runs a guard first; this one runs none.',
    recommendation: 'Wrap the scope in the guard that the others have.',
    refine: (match, view) =>
      !/\.(?:wrap|wrap_fn|guard|layer|route_layer)\s*\(/.test(
        match[1]!.split(/\.service\s*\(\s*(?:web::)?scope/)[0]!,
      ) && /\.wrap\s*\(\s*\w*(?:auth|Auth|session|jwt|Identity)/.test(view.withoutComments),
  },
  {
    ...rust,
    id: 'memory/uninitialized',
    title: 'Memory that nobody wrote is handed out',
    pattern:
      /\b(\w+)\s*(?::[^=;]{1,60})?=\s*Vec::with_capacity\s*\([^;]{1,80}\)\s*;\s*unsafe\s*\{\s*\1\.set_len\s*\(|\bmem::(?:uninitialized|zeroed::<&)\s*/g,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-908', 'CWE-457', 'CWE-125'],
    description: 'Reading it is undefined, and shows what stood there before.',
    recommendation: 'Fill it (vec![0; n], resize), or use MaybeUninit.',
    refine: (match, view) => fromLast(match, view, 0),
  },
  {
    ...rust,
    id: 'memory/unchecked-pointer',
    title: 'A pointer of the caller is read unchecked',
    pattern: /\bextern\s+"C"\s+fn\s+\w+\s*\([^)]*?\b(\w+)\s*:\s*\*(?:const|mut)\s[^)]*\)[^{;]{0,60}\{/g,
    over: 'withoutComments',
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-476'],
    description: 'C hands over NULL where it has nothing.',
    recommendation: 'Ask is_null first, or take Option<NonNull<T>>.',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      const name = plain(match[1]!);
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
    title: 'Bits taken for another type unchecked',
    pattern: /\b(?:mem::)?transmute(?:_copy)?\s*(?:::<[^>;]{1,80}>)?\s*\(/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-843', 'CWE-704'],
    description:
      'Nothing checks that the bits are a value of the type: what is not one is undefined behaviour.',
    recommendation: 'Use a conversion (to_bits, from_ne_bytes, TryFrom), or bytemuck.',
    refine: (match, view) =>
      !/\b(?:mem::)?size_of|'static|fn\s*\(/.test(view.lineText(view.lineAt(match.index ?? 0))),
  },
  {
    ...rust,
    id: 'reliability/unchecked-number',
    title: 'A number from the request is used unchecked',
    pattern:
      /\bvec!\s*\[[^\]\n;]{1,40};\s*([a-z_]\w*)(?:\s+as\s+usize)?\s*\]|\bwith_capacity\s*\(\s*([a-z_]\w*)(?:\.\w+)?(?:\s+as\s+usize)?\s*\)|(?<![/*\w])\w+\s*[/%]\s*([a-z_]\w*)\b(?!\s*[.(:/])/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-770', 'CWE-789', 'CWE-400'],
    description: 'A huge number asks for all memory.',
    recommendation: 'Refuse numbers out of bounds first.',
    refine: (match, view) => {
      const body = wholeBody(match, view);
      const given = match[1] ?? match[2] ?? match[3]!;
      const name = plain(given);
      const head = body.slice(0, body.indexOf('{') + 1);
      const before = body.slice(0, Math.max(0, body.indexOf(match[0])));
      const line = view.functionAt(view.lineAt(match.index ?? 0))?.line ?? 1;
      const attributes = view.text.slice(Math.max(0, view.offsetOf(line) - 200), view.offsetOf(line));
      const isRoute = fromRequest.test(head) || /#\[(?:get|post|put|delete)\b[^\n]*\]\s*$/.test(attributes);
      if (!isRoute) return false;
      const isOwn =
        new RegExp(
          String.raw`\b${name}\s*\)?\s*:\s*(?:web::|extract::)?(?:Path|Query|Json|Form|u\d+|usize|i\d+)`,
        ).test(head) ||
        new RegExp(
          String.raw`\blet\s+(?:mut\s+)?${name}\s*(?::[^=]*)?=\s*(?:\w+\.into_inner\(\)|[^;]*\.parse(?:::<\w+>)?\(\))`,
        ).test(before);
      const checks = new RegExp(
        String.raw`\b${name}\s*(?:[<>]|[!=]=)|[<>]=?\s*${name}\b|\b${name}\.(?:min|clamp|checked)|\.contains\(&${name}\)|NonZero`,
      );
      if (!isOwn || checks.test(before.replace(head, '')) || /NonZero/.test(head)) return false;
      return match[3] === undefined
        ? true
        : {
            title: 'A number from the request divides unchecked',
            impact: 'hygiene',
            cwe: ['CWE-369'],
            description: 'Zero ends the request with a panic.',
            recommendation: 'Use checked_div, or refuse zero first.',
          };
    },
  },
  {
    ...rust,
    id: 'reliability/unchecked-product',
    title: 'A product of numbers from the request may wrap around',
    pattern: /\b(\w+)\.(\w+)\s*[*]\s*\1\.(\w+)\b(?!\s*\()/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-190'],
    description: 'A release build wraps around silently.',
    recommendation: 'Use checked_mul.',
    refine: (match, view) => {
      const body = wholeBody(match, view);
      const head = body.slice(0, body.indexOf('{') + 1);
      return (
        new RegExp(
          String.raw`(?:Query|Json|Form|Path)\s*(?:\(\s*(?:mut\s+)?${plain(match[1]!)}\s*\)|<)`,
        ).test(head) &&
        new RegExp(String.raw`\b${plain(match[1]!)}\b`).test(head) &&
        !/[<>]=?\s*\d|\.min\(|clamp/.test(body.slice(head.length, body.indexOf(match[0])))
      );
    },
  },
  {
    ...rust,
    id: 'reliability/panic-on-input',
    title: 'Input that is not a number ends the request with a panic',
    pattern: /\.parse\s*(?:::<\w+>)?\s*\(\s*\)\s*\.(?:unwrap|expect)\s*\(/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-248', 'CWE-754', 'CWE-20'],
    description: 'Anybody can make it panic.',
    recommendation: 'Answer with an error of the client.',
    refine: (match, view) => {
      const body = wholeBody(match, view);
      return fromRequest.test(body.slice(0, body.indexOf('{') + 1));
    },
  },
  {
    ...rust,
    id: 'reliability/check-then-use',
    title: 'A file is looked at and then opened by its name',
    pattern:
      /\bif\s+!?\s*(?:\w+::)*(\w+)(?:\.as_ref\(\))?\.(?:exists|is_file|try_exists\(\)\??)\s*\(?\s*\)?[^{]{0,40}\{[^}]{0,300}?\b(?:fs::(?:write|read\w*|remove\w*|rename)|File::(?:create|open))\s*\(\s*&?\1\b/g,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-367', 'CWE-362'],
    description: 'Between the two somebody else can put another file there.',
    recommendation: 'Open it at once (create_new) and look at the error.',
    refine: (match, view) => fromLast(match, view, 0),
  },
  {
    ...rust,
    id: 'access/error-details',
    title: 'Error details in the answer',
    over: 'withoutComments',
    pattern:
      /\bErr\s*\(\s*(\w+)\s*\)\s*=>\s*(?:return\s+)?(?:HttpResponse::InternalServerError\(\)\s*\.\s*(?:body|json)\s*\(|\(\s*StatusCode::INTERNAL_SERVER_ERROR\s*,)[^;,]{0,80}\b\1\b|\bmap_err\s*\(\s*\|(\w+)\|\s*\(\s*StatusCode::INTERNAL_SERVER_ERROR\s*,[^|]{0,60}\b\2\b|\bErrorInternalServerError\s*\(\s*(?:e|err)\b/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-209'],
    description: 'Queries, paths and addresses in the text help an attacker.',
    recommendation: 'Log the error and answer with a text of your own.',
  },
];
