import type { TextRule } from '../../../rules/text-rule.ts';
import { pageSize, size } from '../../shared/rules/limit-rules.ts';

/** Page sizes and query depths from a request, without a maximum. */
export const pythonLimitRules: readonly TextRule[] = [
  {
    ...size,
    languages: ['Python'],
    pattern: new RegExp(
      String.raw`^[ \t]*@\w+\.get\s*\([^\n]*\n(?:[ \t]*@[^\n]*\n)*[ \t]*(?:async\s+)?def\s+\w+\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\)){0,600}?\b(${pageSize})\s*:\s*(?:Annotated\[\s*)?int\b(?:[^,()\n]|\([^()\n]*\)){0,80}`,
      'gm',
    ),
    recommendation: 'Give the parameter a maximum: Query(50, ge=1, le=200).',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const [, name = ''] = match;
      const own = match[0].slice(match[0].lastIndexOf(name));
      if (!/fastapi|litestar|ninja/i.test(view.text) || /\b(?:le|lt)\s*=|Depends|conint/.test(own))
        return false;
      const around = view.functionAt(view.lineAt(at + match[0].length));
      const body = around ? view.code.slice(at + match[0].length, view.offsetOf(around.endLine + 1)) : '';
      if (
        new RegExp(String.raw`\bmin\s*\([^\n]{0,60}\b${name}\b|\b${name}\s*[<>]=?|[<>]=?\s*${name}\b`).test(
          body,
        )
      )
        return false;
      if (
        !new RegExp(
          String.raw`\.limit\s*\(\s*${name}\b|\[[^\]\n]{0,40}:[^\]\n]{0,40}\b${name}\b[^\]\n]{0,20}\]|\b(?:limit|first|size)\s*=\s*${name}\b`,
        ).test(body)
      )
        return false;
      const line = view.lineAt(at + match[0].lastIndexOf(name));
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
];
