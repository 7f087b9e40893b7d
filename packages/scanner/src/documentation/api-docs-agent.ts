import { parseSync } from 'oxc-parser';
import { isNestedTooDeep } from '../read/structure/nesting.ts';
import { defineAgent } from '../rules/agent-run.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import { qualityDraft } from '../rules/quality-draft.ts';
import { ownCode } from '../rules/source-view.ts';
import type { AgentInput } from '../types/agent.ts';

const MAX_NOTES = 40;

/** Undocumented public code, to-do notes, and examples that do not parse. */
export const apiDocsAgent = defineAgent({
  id: 'documentation.api-docs',
  category: 'documentation',
  program: (input) => {
    const notes: FindingDraft[] = [];
    let exported = 0;
    const bare: { file: string; line: number; name: string; text: string }[] = [];
    for (const view of ownCode(input)) {
      if (view.exposure === 'test') continue;
      for (const one of [...view.file.functions, ...view.file.classes]) {
        if (!one.isExported) continue;
        exported++;
        if (!one.hasDoc)
          bare.push({ file: view.path, line: one.line, name: one.name, text: view.lineText(one.line) });
      }
      if (notes.length >= MAX_NOTES || !/\b(?:FIXME|HACK|XXX)\b/.test(view.text)) continue;
      for (const match of view.text.matchAll(
        /(?:\/\/|#|\/\*|\*)[ \t]*(?:@?(FIXME|HACK|XXX))\b[:\s]([^\n]{0,120})/g,
      )) {
        const said = match[2]?.trim() ?? '';
        const line = view.lineAt(match.index);
        notes.push(
          qualityDraft({
            ruleId: 'api-docs/stale-note',
            subject: match[1],
            confidence: 0.9,
            cwe: ['CWE-546'],
            file: view.path,
            line,
            snippet: view.lineText(line),
            description: said || 'Something is known to be wrong here.',
            recommendation: 'Fix it, or open an issue for it and refer to that.',
            symbol: view.symbolAt(line),
            sinkTokens: said,
          }),
        );
      }
    }
    return { drafts: [...notes, ...bareApi(exported, bare), ...brokenExamples(input)] };
  },
});

/** Reported once, with the share and where to begin. */
function bareApi(
  exported: number,
  bare: readonly { file: string; line: number; name: string; text: string }[],
): FindingDraft[] {
  if (exported < 10 || bare.length / exported < 0.6) return [];
  const counts = new Map<string, number>();
  for (const one of bare) counts.set(one.file, (counts.get(one.file) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const first = bare.find((one) => one.file === most?.[0]);
  if (first === undefined) return [];
  const { file } = first;
  return [
    qualityDraft({
      ruleId: 'api-docs/undocumented',
      subject: `${Math.round((100 * bare.length) / exported)} % of ${exported}`,
      confidence: 0.85,
      file,
      line: first.line,
      snippet: first.text,
      description: `${bare.length} of ${exported} exported functions and classes. Most are in ${file}, such as ${first.name}.`,
      recommendation: 'Write a sentence for each: what it does, what it needs, what it throws.',
      sinkTokens: 'undocumented',
    }),
  ];
}

const blocks = /^```(?:js|javascript|ts|typescript)\s*\n([\s\S]*?)^```/gm;

/**
 * README examples that are not valid JavaScript or TypeScript. With dots for omitted parts, they are not meant to be.
 */
function brokenExamples(input: AgentInput): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  for (const document of input.index.documents) {
    if (document.kind !== 'readme' || drafts.length >= 10) continue;
    const text = input.files.text(document.path) ?? '';
    for (const match of text.matchAll(blocks)) {
      const [, code = ''] = match;
      if (code.length > 20_000 || isNestedTooDeep(code)) continue;
      if (/\.\.\.(?!\w|\[|\()|…|<[A-Za-z-]+>|^[^\S\n]*[$>]\s/m.test(code)) continue;
      const wrapped = `async () => {${code.replace(/^[^\S\n]*(?:import|export)\s.*$/gm, '')}\n}`;
      const errors =
        parseSync('example.tsx', code).errors.length > 0 &&
        parseSync('example.ts', code).errors.length > 0 &&
        parseSync('example.ts', wrapped).errors.length > 0 &&
        parseSync('example.ts', `(${code})`).errors.length > 0;
      if (!errors) continue;
      const line = text.slice(0, match.index).split('\n').length;
      drafts.push(
        qualityDraft({
          ruleId: 'api-docs/broken-example',
          confidence: 0.6,
          file: document.path,
          line,
          snippet: code.split('\n')[0] ?? '',
          description: 'Whoever copies it gets a syntax error.',
          recommendation: 'Mend it.',
          sinkTokens: code.replace(/\s+/g, ' ').slice(0, 80),
        }),
      );
    }
  }
  return drafts;
}
