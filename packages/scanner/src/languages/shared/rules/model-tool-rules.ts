import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

export const toolLibrary =
  /from\s+["'](?:ai|@ai-sdk\/[\w-]+|@langchain\/[\w/-]+|langchain[\w/-]*|openai|@openai\/[\w-]+|@anthropic-ai\/[\w-]+|@modelcontextprotocol\/[\w/-]+|genkit)["']|require\(["'](?:ai|langchain|openai)["']\)|\bfrom\s+(?:langchain|openai|anthropic|llama_index|mcp)\b/;

/** What a language model may do by itself. Its arguments are as trustworthy as the text that it reads. */
export const modelToolRules: readonly TextRule[] = [
  {
    id: 'access/secret-in-instructions',
    languages: [...jsLanguages, 'Python'],
    impact: 'hygiene',
    confidence: 0.5,
    source: 'code',
    cwe: ['CWE-200', 'CWE-1427'],
    pattern:
      /\b(?:CONFIDENTIAL|INTERNAL ONLY|do not (?:reveal|mention|disclose|tell)|never (?:reveal|disclose|share))\b[^\n]{0,200}/g,
    over: 'text',
    refine: (match, view) => {
      if (
        !/system_?prompt|systemMessage|instructions|role["']?\s*:\s*["']system/i.test(view.text) ||
        !toolLibrary.test(view.text)
      )
        return false;
      return !/^\s*(?:\/\/|\*|#)/.test(view.lineText(view.lineAt(match.index ?? 0)));
    },
    description:
      'Users can make a model repeat its instructions, so what is in them becomes known sooner or later.',
    recommendation: 'Keep secrets and internal rules out of the instructions and enforce them in code.',
  },
];
