import type { FindingDraft } from '../../../rules/finding-draft.ts';
import type { SourceView } from '../../../rules/source-view.ts';
import type { AgentInput } from '../../../types/agent.ts';

const passwordPattern = String.raw`\w{0,40}(?:password|passwd|pwd|passphrase)\w{0,40}`;
const MAX_WRAPPER_LINES = 8;
const MAX_PER_FILE = 20;

/**
 * Passwords passed to a function of the application that is only a weak hash. The hash and the passwords are in
 * different files, and only together are they a weakness.
 */
export function weaklyHashedPasswords(
  input: AgentInput,
  views: readonly SourceView[],
  hashes: readonly FindingDraft[],
): FindingDraft[] {
  const wrappers = hashes
    .filter((one) => one.ruleId === 'crypto/weak-hash')
    .flatMap((hash) => wrapperOf(hash, views));
  if (wrappers.length === 0) return [];
  const drafts: FindingDraft[] = [];
  for (const view of views) {
    if (!/passw|pwd|passphrase/i.test(view.text)) continue;
    const known = wrappers.filter(
      (one) => one.file === view.path || view.file.imports.some((entry) => entry.resolved === one.file),
    );
    for (const wrapper of known.slice(0, MAX_PER_FILE)) drafts.push(...callsWithPasswords(view, wrapper));
  }
  const told = new Set(input.index.misuse.map(({ place }) => `${place.file}:${place.line}`));
  return drafts.filter((one) => !told.has(`${one.file}:${one.line}`));
}

interface Wrapper {
  file: string;
  line: number;
  name: string;
  snippet: string;
}

/** The function around a weak hash, if it does little more than that. */
function wrapperOf(hash: FindingDraft, views: readonly SourceView[]): Wrapper[] {
  const view = views.find((one) => one.path === hash.file);
  const around = view?.functionAt(hash.line);
  if (!view || !around || around.endLine - around.line > MAX_WRAPPER_LINES) return [];
  const name = around.name.split('.').at(-1) ?? '';
  if (!/^[A-Za-z_]\w+$/.test(name)) return [];
  return [{ file: hash.file, line: hash.line, name, snippet: hash.snippet }];
}

function callsWithPasswords(view: SourceView, wrapper: Wrapper): FindingDraft[] {
  const pattern = new RegExp(
    String.raw`(?:[\w$]+(?:\.|::|->))?\b${wrapper.name}\s*\(\s*[^()\n]{0,80}?\b${passwordPattern}`,
    'gi',
  );
  const drafts: FindingDraft[] = [];
  for (const match of view.code.matchAll(pattern)) {
    const line = view.lineAt(match.index);
    // The declaration of the wrapper is not a call.
    if (view.path === wrapper.file && Math.abs(line - wrapper.line) <= MAX_WRAPPER_LINES) continue;
    if (
      /^\s*(?:export\s+|async\s+|public\s+|private\s+|static\s+)*(?:function|def|func|fun)\b/.test(
        view.lineText(line),
      )
    )
      continue;
    if (drafts.length >= MAX_PER_FILE) break;
    drafts.push({
      ruleId: 'crypto/weak-password-hash',
      subject: wrapper.name,
      impact: 'weakening',
      exposure: view.exposure,
      confidence: 0.75,
      cwe: ['CWE-916', 'CWE-328', 'CWE-327', 'CWE-759'],
      file: view.path,
      line,
      column: view.columnAt(match.index),
      snippet: view.lineText(line),
      description: `${wrapper.name} in ${wrapper.file}:${wrapper.line} is a fast hash without a salt: guesses against a stolen table run by the billion, against all users at once.`,
      recommendation: 'Hash passwords with argon2id, scrypt or bcrypt, which are slow and add a salt.',
      evidence: [
        { file: wrapper.file, line: wrapper.line, role: 'source', snippet: wrapper.snippet.trim() },
        { file: view.path, line, role: 'sink', snippet: view.lineText(line).trim().slice(0, 300) },
      ],
      references: ['https://cwe.mitre.org/data/definitions/916.html'],
      source: 'code',
      symbol: view.symbolAt(line),
    });
  }
  return drafts;
}

const hashPattern = /bcrypt|argon2|scrypt|pbkdf2|hash|encrypt|cipher|digest|crypt|encode|protect|seal/i;

const keptPassword =
  /(?:^[ \t]*|[{,(]\s*)["']?(password|passwd|pwd)["']?\s*(?:(?::|=>|=)\s*(?:req(?:uest)?\.(?:body|form|POST)\.|params\[:)?(?:password|passwd|pwd)\b\]?\s*)?(?=[,}\n)])/gm;

/** Records with a password that is stored unhashed. */
export function plainPasswords(view: SourceView): FindingDraft[] {
  if (view.exposure !== 'external' || !/passw|pwd/i.test(view.text)) return [];
  const drafts: FindingDraft[] = [];
  for (const match of view.matchesOf(keptPassword, 'code')) {
    const line = view.lineAt(match.index + match[0].search(/[A-Za-z]/));
    const around = view.functionAt(line);
    if (!around || drafts.length >= 5) continue;
    const from = view.offsetOf(around.line);
    const body = view.code.slice(from, view.offsetOf(around.endLine + 1));
    if (hashPattern.test(body) || !writesRecord(body, match.index - from)) continue;
    drafts.push({
      ruleId: 'access/plain-password',
      impact: 'weakening',
      exposure: view.exposure,
      confidence: 0.55,
      cwe: ['CWE-256', 'CWE-522', 'CWE-312'],
      file: view.path,
      line,
      snippet: view.lineText(line),
      description: 'The password is stored in plain text: whoever reads the table has all of them.',
      recommendation:
        'Store a salted hash (argon2id, scrypt, bcrypt) and compare with the library that made it.',
      references: ['https://cwe.mitre.org/data/definitions/256.html'],
      source: 'code',
      symbol: around.name,
    });
    break;
  }
  return drafts;
}

/** Whether the literal around an offset is stored somewhere in the function. */
function writesRecord(body: string, offset: number): boolean {
  if (!/\.(?:insert(?:One|Many|_one|_many)?|create|save|add|bulkCreate|put|persist)\s*\(/.test(body))
    return false;
  const before = body.slice(Math.max(0, offset - 400), offset + 1);
  // `Account.objects.create(name=name, password=password)`
  if (/\.objects\.(?:create|get_or_create|update_or_create)\s*\((?:[^()]|\([^()]*\))*$/.test(before))
    return true;
  // A parameter list, or reading the request, is not a record.
  const opened = /([^{};]{0,80})\{[^{}]*$/.exec(before)?.[1] ?? '';
  const name = /(?:const|let|var)?\s*(\w+)\s*(?::\s*\w+\s*)?=\s*(?:new\s+\w+\()?\s*$/.exec(opened)?.[1];
  if (/\.(?:insert\w*|create|save|add|put)\s*\(\s*$/.test(opened) || /new\s+[A-Z]\w*\(\s*$/.test(opened))
    return true;
  return (
    name !== undefined &&
    new RegExp(String.raw`\.(?:insert\w*|create|save|add|put)\s*\(\s*${name}\b`).test(body)
  );
}

const personalField =
  /\b(?:ssn|social_?security\w*|bank_?acc\w*|account_?number|iban|card_?(?:number|num|no)|credit_?card\w*|cvv|passport_?(?:no|number)|tax_?id|national_?id|dob|date_?of_?birth)\b/gi;

/** Numbers that identify a person or an account, stored in a record without encryption. */
export function plainPersonalData(view: SourceView): FindingDraft[] {
  if (view.exposure !== 'external') return [];
  personalField.lastIndex = 0;
  if (!personalField.test(view.text) || hashPattern.test(view.code)) return [];
  for (const around of view.file.functions) {
    if (around.endLine - around.line > 120) continue;
    const from = view.offsetOf(around.line);
    const body = view.code.slice(from, view.offsetOf(around.endLine + 1));
    if (!/\.(?:update|updateOne|update_one|insert|insertOne|insert_one|create|save)\s*\(/.test(body))
      continue;
    const written = [
      ...body.matchAll(
        /\b\w+\.(\w+)\s*=(?!=)\s*(?:\w+\.)*\1\b|(?<![\w.])(\w+)\s*:\s*(?:\w+\.)+\2\s*(?=[,}\n])/g,
      ),
    ].filter((match) => new RegExp(personalField.source, 'i').test(match[1] ?? match[2] ?? ''));
    const first = written[0];
    if (!first || first.index === undefined) continue;
    const line = view.lineAt(from + first.index);
    const last = view.lineAt(from + (written.at(-1)?.index ?? first.index));
    return [
      {
        ruleId: 'access/plain-personal-data',
        impact: 'hygiene',
        exposure: view.exposure,
        confidence: 0.5,
        cwe: ['CWE-311', 'CWE-312', 'CWE-359'],
        file: view.path,
        line,
        endLine: last,
        snippet: view.lineText(line),
        description: `${[...new Set(written.map((match) => match[1] ?? match[2]))].join(', ')} are stored as they came: whoever reads the table or a backup has them.`,
        recommendation: 'Encrypt these fields with a key that is kept elsewhere, or do not store them.',
        references: ['https://cwe.mitre.org/data/definitions/311.html'],
        source: 'code',
        symbol: around.name,
      },
    ];
  }
  return [];
}
