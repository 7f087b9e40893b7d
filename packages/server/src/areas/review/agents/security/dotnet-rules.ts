import type { TextRule } from '../core/text-rule.ts';
import { bodyAfter, fromLast, plain, wholeBody } from './native-text.ts';

const dotnet = { languages: ['C#'], source: 'code', over: 'code' } as const;

/** What controllers, ciphers and streams of .NET leave to whoever writes them. */
export const dotnetRules: readonly TextRule[] = [
  {
    ...dotnet,
    id: 'crypto/fixed-nonce',
    title: 'Initialisation vector that is always the same',
    pattern:
      /\b(?:CreateEncryptor\s*\(\s*[\w.]+\s*,\s*(\w+)\s*\)|\.IV\s*=\s*(\w+)\s*;|\.IV\s*=\s*(?:new\s+byte\s*\[\s*\d*\s*\]|Encoding\.\w+\.GetBytes\s*\(\s*"))/g,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-329', 'CWE-1204'],
    description: 'Equal beginnings of messages look equal, and what is known of one is known of all.',
    recommendation: 'Let GenerateIV make a new one for each message.',
    refine: (match, view) => {
      const name = match[1] ?? match[2];
      if (name === undefined) return true;
      return (
        new RegExp(
          String.raw`\b${plain(name)}\s*=\s*(?:new\s*(?:byte)?\s*\[[^\]]*\]\s*(?:\{|;)|\{|\[\s*\d|(?:System\.Text\.)?Encoding\.\w+\.GetBytes\s*\(\s*"|Convert\.FromBase64String\s*\(\s*")`,
        ).test(view.code) &&
        !new RegExp(
          String.raw`(?:GetBytes|Fill|NextBytes|GetNonZeroBytes|Read|CopyTo|Copy)\s*\([^;]*\b${plain(name)}\b`,
        ).test(view.code)
      );
    },
  },
  {
    ...dotnet,
    id: 'access/unsafe-temporary-file',
    title: 'Temporary file with a name that can be guessed',
    over: 'withoutComments',
    pattern:
      /\bPath\.(?:Combine|Join)\s*\(\s*Path\.GetTempPath\(\)\s*,\s*([^;\n]{1,120})\)|\bPath\.GetTempPath\(\)\s*\+\s*([^;\n]{1,120});|"\/tmp\/[^"\n]+"/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-377', 'CWE-379'],
    description: 'Somebody else on the machine can put a file or a link there before.',
    recommendation: 'Use Path.GetRandomFileName, or Directory.CreateTempSubdirectory.',
    refine: (match, view) => {
      const name = match[1] ?? match[2];
      const line = view.lineText(view.lineAt(match.index ?? 0));
      return name === undefined
        ? /File\.|FileStream|StreamWriter/.test(line)
        : !/GetRandomFileName|Guid|CreateTemp|Random/.test(name);
    },
  },
  {
    ...dotnet,
    id: 'reliability/undisposed',
    title: 'What is opened is not closed on every way',
    pattern:
      /(?<!using\s)(?<!using\s?\()\b(?:var|FileStream|StreamReader|StreamWriter|SqlConnection|SqlCommand|BinaryReader|BinaryWriter)\s+(\w+)\s*=\s*(?:new\s+(?:FileStream|StreamReader|StreamWriter|SqlConnection|BinaryReader|BinaryWriter|TcpClient)\b|File\.(?:Open\w*|Create\w*)\s*\()/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-772', 'CWE-404', 'CWE-459'],
    description: 'Files and connections stay open until the collector comes by.',
    recommendation: 'Declare it with using.',
    refine: (match, view) => {
      const body = bodyAfter(match, view);
      const name = plain(match[1]!);
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
    title: 'What may not be there is used as if it were',
    pattern:
      /\b(?:var|[A-Z]\w*\??)\s+(\w+)\s*=\s*(?:await\s+)?[^;=]{1,160}\.(?:FirstOrDefault|SingleOrDefault|LastOrDefault|Find|FirstOrDefaultAsync|SingleOrDefaultAsync|FindAsync)\s*\([^;]{0,160}\)\s*;\s*([^;{}]{1,160});/g,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-476', 'CWE-690'],
    description: 'Where nothing is found the call answers null, and the next one throws.',
    recommendation: 'Check for null first.',
    refine: (match, view) => {
      const name = plain(match[1]!);
      return (
        new RegExp(String.raw`\b${name}\.\w`).test(match[2]!) &&
        !new RegExp(String.raw`\b${name}\s*(?:is\b|[!=]=|\?\.|\?\?|!\.)|\?\?\s*throw`).test(match[0]) &&
        fromLast(match, view, 0)
      );
    },
  },
  {
    ...dotnet,
    id: 'reliability/division-by-input',
    title: 'A number from outside divides unchecked',
    pattern: /\b(\w+)\s*=\s*(?:(?:int|long|Int32|Int64)\.Parse|Convert\.ToInt(?:32|64))\s*\(/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-369'],
    description: 'Zero ends the request with an exception.',
    recommendation: 'Refuse zero first.',
    refine: (match, view) => {
      const name = plain(match[1]!);
      const rest = bodyAfter(match, view);
      const use = new RegExp(String.raw`[\w)]\s*[/%]\s*${name}\b`).exec(rest);
      if (!use || new RegExp(String.raw`\b${name}\s*(?:[<>]|[!=]=|is\b)`).test(rest.slice(0, use.index)))
        return false;
      return fromLast(match, view, use.index + 1);
    },
  },
  {
    ...dotnet,
    id: 'access/mass-assignment',
    title: 'A record is bound to all that a request brings',
    pattern:
      /\bpublic\s+(?:async\s+)?[\w<>]+\s+\w+\s*\(\s*(?:\[From(?:Body|Form)\]\s*)?([A-Z]\w*)\s+(\w+)\s*\)\s*\{[^}]{0,400}?\.(?:Add|Update|Attach|AddAsync)\s*\(\s*\2\s*\)/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-915', 'CWE-1321'],
    description: 'Fields that no form shows, such as roles and owners, can be set by whoever sends them.',
    recommendation: 'Bind a model with the fields that may be set, and copy them.',
    refine: (match, view) => {
      const type = plain(match[1]!);
      const start = view.code.slice(Math.max(0, (match.index ?? 0) - 160), match.index);
      return (
        !/Dto|Request|Command|Input|ViewModel|Form|Model$/.test(match[1]!) &&
        new RegExp(
          String.raw`\bDbSet\s*<\s*${type}\s*>|\bclass\s+${type}\b[^{]*\{[^}]*(?:\bIs(?:Admin|Active|Approved)|\bRole\b|\bBalance\b)`,
        ).test(view.code) &&
        /\[Http(?:Post|Put|Patch)/.test(start)
      );
    },
  },
  {
    ...dotnet,
    id: 'access/foreign-record',
    title: 'Record chosen by a number in the request alone',
    pattern:
      /\b_?\w*(?:[cC]ontext|[dD]b|[rR]epository)\w*\.(?:\w+\.)?(?:FindAsync|Find|GetByIdAsync|GetById)\s*\(\s*(\w+)\s*\)/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-639', 'CWE-862', 'CWE-285'],
    description:
      'The action takes whose record it is from the address and never compares it with who is signed in.',
    recommendation: 'Make the owner part of the query, or check it afterwards.',
    refine: (match, view) => {
      const body = wholeBody(match, view);
      return (
        /\[Authorize\b/.test(view.code) &&
        !/\[Authorize\s*\(\s*(?:Roles|Policy|")/.test(view.withoutComments) &&
        /\[Http(?:Get|Put|Delete|Patch|Post)|ActionResult/.test(body) &&
        new RegExp(String.raw`\(\s*[^)]*\b(?:int|long|Guid|string)\s+${plain(match[1]!)}\b`).test(body) &&
        !/\bUser\b\s*[.?]|[oO]wner|[uU]serId|AuthorizeAsync|Forbid\s*\(|CurrentUser|ClaimTypes/.test(body)
      );
    },
  },
  {
    ...dotnet,
    id: 'access/unguarded-admin',
    title: 'Administration without a sign-in',
    over: 'withoutComments',
    pattern: /\[Route\s*\(\s*"[^"\n]*\badmin\b[^"\n]*"\s*\)\]|\bclass\s+Admin\w*Controller\b/gi,
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-862', 'CWE-306'],
    description: 'Anybody who knows the address changes and deletes.',
    recommendation: 'Put [Authorize] with a role on the controller.',
    refine: (match, view) => {
      if (
        /\[Authorize|RequireAuthorization|AuthorizeFilter/.test(view.code) ||
        !/\bcatch\b|\[Http(?:Post|Put|Delete|Patch)/.test(view.code)
      )
        return false;
      if (/^class/i.test(match[0]) && /\[Route\s*\(\s*"[^"\n]*\badmin\b/i.test(view.withoutComments))
        return false;
      const change = /\[Http(?:Post|Put|Delete|Patch)[^\]]*\]\s*(?:\[[^\]]*\]\s*)*public[^\n]*/.exec(
        view.code,
      );
      if (change === null) return false;
      const line = view.lineAt(change.index + change[0].lastIndexOf('public'));
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
];
