import { bodyAfter, fromLast, plain } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const dotnet = { languages: ['C#'], source: 'code', over: 'code' } as const;

/** Mistakes with controllers, ciphers and streams of .NET. */
export const dotnetRules: readonly TextRule[] = [
  {
    ...dotnet,
    id: 'reliability/undisposed',
    pattern:
      /(?<!using\s)(?<!using\s?\()\b(?:var|FileStream|StreamReader|StreamWriter|SqlConnection|SqlCommand|BinaryReader|BinaryWriter)\s+(\w+)\s*=\s*(?:new\s+(?:FileStream|StreamReader|StreamWriter|SqlConnection|BinaryReader|BinaryWriter|TcpClient)\b|File\.(?:Open\w*|Create\w*)\s*\()/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-772', 'CWE-404', 'CWE-459'],
    description: 'Files and connections stay open until the garbage collector runs.',
    recommendation: 'Declare it with using.',
    refine: (match, view) => {
      const body = bodyAfter(match, view);
      const name = plain(match[1]);
      return (
        !new RegExp(
          String.raw`\b${name}\??\.(?:Dispose|Close|DisposeAsync)\w*\s*\(|\breturn\s+${name}\s*;|\busing\s*\(\s*${name}\b|\(\s*${name}\s*[,)]|,\s*${name}\s*[,)]|=\s*${name}\s*[;,}]|\breturn\s+new\b[^;]*\b${name}\b|\byield\b`,
        ).test(body) && view.functionAt(view.lineAt(match.index ?? 0)) !== undefined
      );
    },
  },
  {
    ...dotnet,
    id: 'reliability/unchecked-null',
    pattern:
      /\b(?:var|[A-Z]\w*\??)\s+(\w+)\s*=\s*(?:await\s+)?[^;=]{1,160}\.(?:FirstOrDefault|SingleOrDefault|LastOrDefault|Find|FirstOrDefaultAsync|SingleOrDefaultAsync|FindAsync)\s*\([^;]{0,160}\)\s*;\s*([^;{}]{1,160});/g,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-476', 'CWE-690'],
    description: 'If nothing is found, the call returns null, and the next one throws.',
    recommendation: 'Check for null first.',
    refine: (match, view) => {
      const name = plain(match[1]);
      return (
        new RegExp(String.raw`\b${name}\.\w`).test(match[2] ?? '') &&
        !new RegExp(String.raw`\b${name}\s*(?:is\b|[!=]=|\?\.|\?\?|!\.)|\?\?\s*throw`).test(match[0]) &&
        fromLast(match, view, 0)
      );
    },
  },
];
