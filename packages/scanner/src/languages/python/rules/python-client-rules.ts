import { callText } from '../../../rules/call-text.ts';
import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { isBuilt, lastAssigned } from './request-values.ts';

const python = { languages: ['Python'], source: 'code', over: 'code' } as const;
const fixedRevision = /\brevision\s*=\s*(?:["'][0-9a-f]{40}["']|(?!["'])\w)/;

/** Mistakes with data from elsewhere: requests, models, statements and markup. */
export const pythonClientRules: readonly TextRule[] = [
  {
    ...python,
    id: 'supply-chain/unpinned-model',
    pattern: /(?:\.from_pretrained|\b(?:load_dataset|hf_hub_download|snapshot_download))\s*\(/g,
    needs: /\b(?:transformers|datasets|huggingface_hub|diffusers)\b/,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-494', 'CWE-829'],
    description: 'Whoever owns the name decides at each start what is loaded; some formats run code.',
    recommendation: 'Set revision= to the hash of a commit.',
    references: ['https://huggingface.co/docs/huggingface_hub/guides/download'],
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0).trim();
      // A name on the model hub. A path is the user's own.
      const isNamed = /^(?:repo_id\s*=\s*)?["'][\w-]+(?:\/[\w.-]+)?["']|\brepo_id\s*=\s*["']/.test(call);
      return isNamed && !fixedRevision.test(call);
    },
  },
  {
    ...python,
    id: 'injection/sql',
    pattern: /\bRawSQL\s*\(|\.extra\s*\(|\.objects\.raw\s*\(/g,
    needs: /\bdjango\b/,
    impact: 'weakening',
    confidence: 0.5,
    cwe: ['CWE-89'],
    description: 'The text becomes part of the statement unchanged; a value in it is not escaped.',
    recommendation: 'Write %s and pass the values with params.',
    references: ['https://docs.djangoproject.com/en/stable/topics/security/#sql-injection-protection'],
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0);
      return /\bf["']|["']\s*%\s*[\w("']|["']\s*\.format\s*\(|["']\s*\+\s*\w|\b\w\s*\+\s*["']/.test(call);
    },
  },
  {
    ...python,
    id: 'injection/trusted-markup',
    pattern: /(?<![\w.]|class )(?:markupsafe\.|flask\.|safestring\.)?(?:Markup|mark_safe)\s*\(/g,
    needs: /\b(?:markupsafe|flask|django|jinja2)\b/,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-79', 'CWE-116'],
    description: 'The values are inserted into the page as markup.',
    recommendation: 'Keep the text constant, and insert values with Markup(…).format() or format_html.',
    references: ['https://markupsafe.palletsprojects.com/en/stable/escaping/'],
    refine: (match, view) => isBuiltMarkup(callText(view, match.index ?? 0).trim(), match, view),
  },
  {
    ...python,
    id: 'injection/autoescape-off',
    pattern: /(?<![\w.])Template(?:Lookup)?\s*\(/g,
    needs: /\bfrom\s+mako\b/,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-79', 'CWE-116'],
    description: 'Mako templates escape nothing by default: a value is inserted into the page as markup.',
    recommendation: "Give default_filters=['h'].",
    references: ['https://docs.makotemplates.org/en/latest/filtering.html'],
    refine: (match, view) => !/\bdefault_filters\b/.test(callText(view, match.index ?? 0)),
  },
  {
    ...python,
    over: 'withoutComments',
    id: 'access/unsafe-temporary-file',
    pattern: /(?<![\w.])open\s*\(\s*["']\/(?:var\/)?tmp\/[^"'\n]{1,200}["']\s*,\s*(?:mode\s*=\s*)?["'][wax]/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-377', 'CWE-379'],
    description:
      'Anybody on the machine can create a link there first, and the data is written to where it leads.',
    recommendation: 'Use tempfile.NamedTemporaryFile or mkstemp.',
    references: ['https://docs.python.org/3/library/tempfile.html'],
  },
];

/** Concatenated, or a variable whose last value was. */
function isBuiltMarkup(call: string, match: RegExpMatchArray, view: SourceView): boolean {
  if (call === '' || /\bescape\s*\(|\bjson\.dumps\b/.test(call)) return false;
  if (/^[A-Za-z_]\w*$/.test(call)) {
    const value = lastAssigned(call, view.withoutComments.slice(0, match.index ?? 0));
    return value !== undefined && isBuilt(value);
  }
  return isBuilt(call);
}
