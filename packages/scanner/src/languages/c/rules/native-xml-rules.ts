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
  description: 'A document may name files and addresses that the parser then reads and puts into it.',
  recommendation: 'Leave entities of documents alone: without the option, or with the resolver switched off.',
} as const;

const switchedOff = String.raw`(?:setDisableDefaultEntityResolution\s*\(\s*true|setEntityResolver|setXMLEntityResolver|setCreateEntityReferenceNodes\s*\(\s*true)`;

/** Parsers of XML that read what a document names. */
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
    // The older parsers resolve entities until they are told not to.
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
