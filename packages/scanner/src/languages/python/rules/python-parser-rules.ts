import { callText } from '../../../rules/call-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { cwe } from '../../shared/rules/cwe-page.ts';

const quoting = /\b(?:shlex|pipes)\.quote\s*\(|(?<![\w.])quote\s*\(/;

/** Calls that are dangerous whatever flows in: unsafe loaders, parsers with entities, shells. */
export const pythonParserRules: readonly TextRule[] = [
  {
    id: 'injection/unsafe-yaml',
    languages: ['Python'],
    pattern: /\byaml\.(?:unsafe_load|full_load|load)(?:_all)?\s*\(([^\n]{0,300})/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-502', 'CWE-20'],
    description: 'This loader creates the objects that the document names, so a crafted document runs code.',
    recommendation: 'Use yaml.safe_load.',
    source: 'code',
    references: [cwe(502)],
    refine: (match, view) =>
      // Another library of that name, whose loaders build plain values by default.
      !/\byaml\s*=\s*(?:ruamel\.yaml\.)?YAML\s*\((?![^)\n]*unsafe)/.test(view.text) &&
      !/Loader\s*=\s*(?:yaml\.)?C?(?:Safe|Base)Loader|,\s*(?:yaml\.)?C?(?:Safe|Base)Loader/.test(
        match[1] ?? '',
      ),
  },
  {
    id: 'injection/pickle',
    languages: ['Python'],
    pattern:
      /\b(?:c?[pP]ickle|_pickle|dill|cloudpickle|shelve|jsonpickle|marshal)\.(?:loads?|Unpickler|decode|open)\s*\(/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-502'],
    description:
      'Unpickling runs code from the data; anybody who can write the data can take over the process.',
    recommendation: 'Read JSON or another data format; sign data that only this program writes.',
    source: 'code',
    references: [cwe(502)],
    // A literal is not untrusted.
    refine: (match, view) =>
      /\.open\s*\($/.test(match[0]) ||
      !/^\s*[bru]{0,2}(["'])[^"'\n]*\1\s*$/i.test(callText(view, match.index ?? 0)),
  },
  {
    id: 'injection/shell-true',
    languages: ['Python'],
    pattern:
      /\bsubprocess\.\w+\s*\(\s*(f["']|[^,()]{0,300}["']\s*[%+]|[^,()]{0,300}\.format\()[^\n]{0,300}shell\s*=\s*True/g,
    impact: 'disclosure',
    confidence: 0.65,
    cwe: ['CWE-78'],
    description:
      'The command is built from parts and passed to a shell, so special characters in a part become commands.',
    recommendation: 'Pass a list of arguments and remove shell=True.',
    source: 'code',
    references: [cwe(78)],
    refine: (match, view) => {
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      // A value that is quoted, here or a few lines above, is one word of the command.
      if (quoting.test(around ? view.linesOf(around, 'code') : match[0])) return false;
      // Constants and enum members are the program's own.
      const holes = [...match[0].matchAll(/(?<!\{)\{([^{}]{1,80})\}/g)].map(([, hole = '']) => hole.trim());
      if (holes.length > 0 && holes.every((one) => /^(?:[A-Z]\w*\.)*[A-Z][A-Z\d_]+(?:\.value)?$/.test(one)))
        return false;
      // Other calls in the file quote their values.
      return quoting.test(view.code) ? { impact: 'weakening' } : true;
    },
  },
  {
    id: 'injection/xxe',
    languages: ['Python'],
    pattern: /\b(?:lxml\.)?etree\.XMLParser\s*\(([^)]{0,300})\)|feature_external_ges\s*,\s*True/g,
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-611', 'CWE-827', 'CWE-776'],
    description: 'Entities in a document can read local files or call internal addresses.',
    recommendation: 'Switch entities off (resolve_entities=False, no_network=True) or use defusedxml.',
    source: 'code',
    references: [cwe(611)],
    refine: (match) => {
      if (/feature_external/.test(match[0])) return true;
      if (/resolve_entities\s*=\s*True|no_network\s*=\s*False|load_dtd\s*=\s*True/.test(match[1] ?? ''))
        return true;
      // Older versions of lxml resolve entities by default.
      return /resolve_entities\s*=\s*False/.test(match[1] ?? '')
        ? false
        : { impact: 'weakening', confidence: 0.5 };
    },
  },
  {
    id: 'injection/entity-expansion',
    languages: ['Python'],
    pattern:
      /\b(?:ET|ElementTree|etree|minidom|sax|pulldom)\.(?:fromstring|parseString|XML)\s*\(\s*([A-Za-z_]\w*)/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.45,
    cwe: ['CWE-776', 'CWE-400', 'CWE-20'],
    description: 'A few lines of nested entities grow to gigabytes of memory.',
    recommendation: 'Use defusedxml.',
    source: 'code',
    references: [cwe(776)],
    refine: (match, view) => {
      if (/defusedxml|lxml/.test(view.text) || !/xml\.(?:etree|dom|sax)/.test(view.text)) return false;
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      if (!around) return false;
      const body = view.linesOf(around, 'code');
      // A parameter of the function, or request data.
      return new RegExp(
        String.raw`def\s+\w+\s*\([^)]*\b${match[1]}\b|\b${match[1]}\s*=\s*(?:await\s+)?(?:\w+\.)*request\.`,
      ).test(body);
    },
  },
];
