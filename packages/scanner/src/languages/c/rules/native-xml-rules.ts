import { bodyAfter, fromLast, plain } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const external = {
  id: 'injection/xxe',
  languages: ['C', 'C++'],
  over: 'code',
  source: 'code',
  impact: 'weakening',
  confidence: 0.65,
  cwe: ['CWE-611', 'CWE-827'],
  description: 'A document can name files and addresses, whose content the parser inserts into it.',
  recommendation: 'Do not resolve the entities of documents: remove the option, or switch the resolver off.',
} as const;

const switchedOff = String.raw`(?:setDisableDefaultEntityResolution\s*\(\s*true|setEntityResolver|setXMLEntityResolver|setCreateEntityReferenceNodes\s*\(\s*true)`;

/** XML parsers that resolve external entities. */
export const nativeXmlRules: readonly TextRule[] = [
  {
    ...external,
    pattern:
      /\bxml(?:Read|CtxtRead|ParseInNode|CtxtUseOptions)\w*\s*\([^;{}]*\bXML_PARSE_(?:NOENT|DTDLOAD)\b/g,
  },
  {
    ...external,
    pattern: /\b(?:XercesDOMParser|SAXParser)\s*\*?\s*(\w+)\s*(?:=\s*new\b|;|\()/g,
    needs: /xercesc/i,
    // The older parsers resolve entities unless told not to.
    refine: (match, view) => {
      const name = plain(match[1] ?? '');
      const uses = bodyAfter(match, view);
      const parsed = new RegExp(String.raw`\b${name}\s*(?:->|\.)\s*parse\s*\(`).exec(uses);
      if (parsed === null || new RegExp(String.raw`\b${name}\s*(?:->|\.)\s*${switchedOff}`).test(uses))
        return false;
      return fromLast(match, view, parsed.index + 1);
    },
  },
];
