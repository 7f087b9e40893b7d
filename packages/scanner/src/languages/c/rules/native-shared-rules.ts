import { bodyAfter, fromLast, plain } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const native = { languages: ['C', 'C++'], source: 'code', over: 'code' } as const;

/** Locks, threads, results and lengths in C and C++ that can be checked in one file. */
export const nativeSharedRules: readonly TextRule[] = [
  {
    ...native,
    id: 'reliability/lock-left',
    pattern: /\b(\w+)(?:\.|->)lock\(\)\s*;|\b(?:pthread_mutex|mtx)_lock\s*\(\s*(&?[\w.>-]+)\s*\)\s*;/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-667', 'CWE-764', 'CWE-833'],
    description: 'The next thread that asks for the lock waits for ever.',
    recommendation: 'Unlock on every path, or hold it in a lock_guard.',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      const unlock = new RegExp(
        match[1] === undefined
          ? String.raw`_unlock\s*\(\s*${plain(match[2] ?? '')}\s*\)`
          : String.raw`\b${match[1]}(?:\.|->)unlock\(`,
      ).exec(rest);
      const before = unlock === null ? '' : rest.slice(0, unlock.index);
      const leave = /\b(?:return\b[^;]*|throw\b[^;]*|goto\s+\w+);/.exec(before);
      return (
        leave !== null &&
        !/^goto/.test(leave[0]) &&
        !/lock|guard/i.test(before) &&
        fromLast(match, view, leave.index + 1)
      );
    },
  },
  {
    ...native,
    id: 'reliability/shared-variable',
    pattern: /\b(?:std::j?thread\b|pthread_create\s*\(|thrd_create\s*\()/g,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-362', 'CWE-366', 'CWE-820'],
    description: 'They run at the same time: changes are lost.',
    recommendation: 'Use an atomic, or hold a mutex.',
    refine: (match, view) => {
      const around = view.code.slice(match.index, (match.index ?? 0) + 400);
      const started = new Set(
        [
          ...around.matchAll(
            /\bstd::j?thread\s*\w*\s*[({]\s*&?(\w+)\s*[,)}]|\bemplace_back\s*\(\s*&?(\w+)\s*[,)]|_create\s*\([^,;]*,[^,;]*,\s*&?(\w+)\s*[,)]|thrd_create\s*\([^,;]*,\s*(\w+)/g,
          ),
        ].map((one) => one[1] ?? one[2] ?? one[3] ?? one[4] ?? ''),
      );
      for (const fact of view.file.functions) {
        if (!started.has(fact.name)) continue;
        const start = view.offsetOf(fact.line);
        const body = view.code.slice(start, view.offsetOf(fact.endLine + 1));
        if (/lock|atomic|guard/i.test(body)) continue;
        for (const write of body.matchAll(
          /(?:\+\+|--)\s*(\w+)\b(?!\s*[.[(])|(?<![\w.>])(\w+)\s*(?:\+\+|--|[-+|&]=)/g,
        )) {
          const name = write[1] ?? write[2] ?? '';
          if (
            new RegExp(
              String.raw`^(?:static\s+)?(?:volatile\s+)?(?:unsigned\s+)?(?:int|long(?:\s+long)?|short|size_t|double|unsigned|std::size_t|u?int\d+_t)\s+${name}\s*(?:=[^;\n]*|\{[^}\n]*\})?;`,
              'm',
            ).test(view.code)
          ) {
            const line = view.lineAt(start + write.index);
            return { line, snippet: view.lineText(line), symbol: fact.name };
          }
        }
      }
      return false;
    },
  },
  {
    ...native,
    id: 'transport/unchecked-certificate',
    pattern:
      /\bignoreSslErrors\s*\(\s*\)|\bQSslSocket::(?:VerifyNone|QueryPeer)\b|\bset_verify_mode\s*\(\s*(?:[\w:]*::)?verify_none\b|\benable_server_certificate_verification\s*\(\s*false\s*\)/g,
    impact: 'takeover',
    confidence: 0.8,
    cwe: ['CWE-295'],
    description: 'Anybody on the network path can pretend to be the server.',
    recommendation: 'Check the certificate, and close the connection if the check fails.',
    refine: (match) => !/Q(?:ueryPeer)/.test(match[0]),
  },
  {
    ...native,
    id: 'injection/sql',
    over: 'withoutComments',
    pattern:
      /\b(?:QStringLiteral|QString)\s*\(\s*"\s*(?:SELECT|INSERT|UPDATE|DELETE)\b[^"\n]*'%\d'[^"\n]*"\s*\)\s*(?:\.arg\s*\()/gi,
    impact: 'disclosure',
    confidence: 0.65,
    cwe: ['CWE-89'],
    description: 'A quote in the text ends the value, and the rest becomes part of the query.',
    recommendation: 'Prepare the query and bind the values.',
  },
  {
    ...native,
    id: 'injection/xss',
    over: 'withoutComments',
    pattern: /\b(\w+)\s*=\s*(?:std::)?getenv\s*\(\s*"(?:QUERY_STRING|HTTP_\w+|PATH_INFO|REQUEST_URI)"\s*\)/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-79'],
    description: 'The content of the address runs as a script in the page.',
    recommendation: 'Escape it for HTML first.',
    refine: (match, view) => {
      const from = (match.index ?? 0) + match[0].length;
      const rest = view.withoutComments.slice(from, from + 3_000);
      if (!/text\/html/i.test(view.withoutComments)) return false;
      const use = new RegExp(
        String.raw`\bf?printf\s*\([^;"]*"[^"\n]*<[^"\n]*%s[^"\n]*"[^;]*[,?(\s]${match[1]}\b(?!\s*\))?|\bcout\s*<<[^;]*"[^"\n]*<\w+>[^"\n]*"\s*<<[^;(]*\b${match[1]}\b`,
      ).exec(rest);
      return (
        use !== null && !/(?:esc|encode|sanit)\w*\s*\(/i.test(use[0]) && fromLast(match, view, use.index + 1)
      );
    },
  },
];
