import { callText } from '../../../rules/call-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { aroundOf, holdsRequest, isBuilt, isRequestValue, lastAssigned } from './request-values.ts';

const languages = ['Python'];
const common = { languages, source: 'code', confidence: 0.55 } as const;

/** Request data in Python frameworks that does harm without being an injection. */
export const pythonDataRules: readonly TextRule[] = [
  {
    ...common,
    id: 'access/not-a-number',
    pattern: /(?<![\w.])(?:float|complex)\s*\(/g,
    over: 'code',
    impact: 'hygiene',
    cwe: ['CWE-704', 'CWE-20', 'CWE-1287'],
    description:
      '"nan" and "inf" are read as numbers. Comparisons with NaN are false, so limits do not stop it.',
    recommendation: 'Refuse what math.isfinite refuses, or read a Decimal in a known format.',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const { before, after } = aroundOf(view, at);
      // An integer cannot be created from NaN.
      if (/\bint\s*\(\s*$/.test(before) || /\bis(?:nan|finite|inf)\s*\(|["']nan["']/i.test(before + after))
        return false;
      return isRequestValue(callText(view, at), before);
    },
  },
  {
    ...common,
    id: 'injection/spreadsheet-formula',
    pattern: /\.writerows?\s*\(/g,
    over: 'code',
    impact: 'hygiene',
    cwe: ['CWE-1236'],
    description:
      'A cell that begins with =, +, - or @ is run as a formula by the program that opens the file.',
    recommendation: 'Put an apostrophe before such cells, or refuse them.',
    refine: (match, view) =>
      /\bcsv\b/.test(view.text) &&
      holdsRequest(
        // A call whose name says that it sanitizes the value is fine.
        callText(view, match.index ?? 0).replace(
          /\b\w*(?:escape|saniti[sz]e|clean|safe|quote|cell|neutrali[sz]e)\w*\s*\((?:[^()]|\([^()]*\))*\)/gi,
          '',
        ),
        aroundOf(view, match.index ?? 0).before,
      ),
  },
  {
    ...common,
    id: 'injection/mail-markup',
    pattern:
      /\bhtml_message\s*=\s*([^\n,)]{1,200})|\b(?:EmailMessage|EmailMultiAlternatives)\s*\(|\battach_alternative\s*\(/g,
    over: 'code',
    impact: 'weakening',
    cwe: ['CWE-79', 'CWE-74', 'CWE-116'],
    description: 'Whoever sends the request controls a mail that others take for one of this service.',
    recommendation: 'Render a template that escapes, or send plain text.',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const { before, after } = aroundOf(view, at);
      // The value as written: an interpolated value counts too.
      const given =
        match[1] === undefined
          ? callText(view, at)
          : view.withoutComments.slice(at, at + match[0].length).replace(/^\w+\s*=/, '');
      const isMarkup =
        match[1] !== undefined ||
        (match[0].startsWith('attach')
          ? /text\/html/.test(given)
          : /content_subtype\s*=\s*["']html/.test(after));
      return (
        isMarkup && !/\b(?:escape|render\w*|strip_tags|clean)\s*\(/.test(given) && holdsRequest(given, before)
      );
    },
  },
  {
    ...common,
    id: 'injection/call-markup',
    pattern: /\btwiml\s*=\s*/g,
    over: 'code',
    impact: 'weakening',
    cwe: ['CWE-91', 'CWE-74'],
    description: 'A value with tags in it becomes instructions: numbers to dial, recordings to make.',
    recommendation: 'Build the response with VoiceResponse, which escapes, or escape the value for XML.',
    refine: (match, view) => {
      const from = (match.index ?? 0) + match[0].length;
      const given = (view.withoutComments.slice(from, from + 400).split(/\n|,\s*\w+\s*=/)[0] ?? '').trim();
      if (/escape\s*\(/.test(given)) return false;
      const name = /^[a-z_]\w*(?=\s*[,)]?$)/i.exec(given)?.[0];
      const text =
        name === undefined ? given : (lastAssigned(name, aroundOf(view, match.index ?? 0).before) ?? '');
      return /<\w/.test(text) && isBuilt(text) && !/escape\s*\(/.test(text);
    },
  },
  {
    ...common,
    id: 'injection/code',
    pattern:
      /\b(?:run_in_executor|to_thread|submit|apply_async|call_soon|run_sync|start_soon)\s*\(\s*(?:\w+\s*,\s*)?(?:builtins\.)?(?:exec|eval|os\.system|os\.popen)\s*,/g,
    over: 'code',
    impact: 'takeover',
    confidence: 0.75,
    cwe: ['CWE-95', 'CWE-94', 'CWE-78'],
    description: 'Whoever sends the request runs code in the process.',
    recommendation: 'Parse the value as data instead of evaluating it.',
    refine: (match, view) =>
      holdsRequest(callText(view, match.index ?? 0), aroundOf(view, match.index ?? 0).before),
  },
  {
    ...common,
    id: 'injection/name-lookup',
    pattern: /\b(?:globals|locals|vars)\s*\(\s*\)|\b__globals__\b/g,
    over: 'code',
    impact: 'disclosure',
    confidence: 0.65,
    cwe: ['CWE-470', 'CWE-95', 'CWE-96'],
    description: 'Whoever sends the request can call any function of the module, including imported ones.',
    recommendation: 'Keep a dictionary of the functions that may be called.',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const { before, after } = aroundOf(view, at);
      const lookup = /^\s*(?:\.get\s*\(|\[)\s*([^\])\n,]{1,100})/;
      const direct = lookup.exec(after.slice(match[0].length))?.[1];
      if (direct !== undefined) return holdsRequest(direct, before);
      const name = /(\w+)\s*=\s*$/.exec(before)?.[1];
      if (name === undefined) return false;
      const later = new RegExp(String.raw`\b${name}\s*(?:\.get\s*\(|\[)\s*([^\])\n,]{1,100})`).exec(after);
      if (later === null || !holdsRequest(later[1] ?? '', before + after.slice(0, later.index))) return false;
      const line = view.lineAt(at + later.index);
      return { line, snippet: view.lineText(line) };
    },
  },
  {
    ...common,
    id: 'injection/unescaped-template',
    pattern: /\breturn\s+(?:flask\.)?render_template\s*\(\s*["']([\w./-]{1,120})["']\s*,/g,
    impact: 'weakening',
    cwe: ['CWE-79', 'CWE-116'],
    description:
      'Flask escapes values only in templates whose names end in .html, .htm, .xml, .xhtml or .svg; this one is sent as a page without escaping.',
    recommendation: 'Name the template .html, or answer with the type text/plain.',
    refine: (match, view) => {
      const { before, after } = aroundOf(view, match.index ?? 0);
      return (
        !/\.(?:x?html?|xml|svg)$/i.test(match[1] ?? '') &&
        /\bflask\b/.test(view.text) &&
        !/autoescape/.test(view.text) &&
        !/mime_?type|content_?type|headers/i.test(before + after)
      );
    },
  },
  {
    ...common,
    id: 'access/empty-password',
    pattern: /\bset_password\s*\(\s*(?:(["'])\1|(\w+))\s*\)/g,
    impact: 'weakening',
    cwe: ['CWE-521', 'CWE-258'],
    description: 'If none is given, the password is empty, and anybody can sign in with it.',
    recommendation: 'Default to None, which makes the password unusable, and refuse the empty string.',
    refine: (match, view) => {
      if (match[2] === undefined) return true;
      const { before } = aroundOf(view, match.index ?? 0);
      const given = lastAssigned(match[2], before);
      const refused = new RegExp(String.raw`\bif\s+(?:not\s+)?${match[2]}\b|validate_password\s*\(`).test(
        before,
      );
      if (given !== undefined)
        return /^\s*(["'])\1\s*$/.test(given) || (!refused && /,\s*(["'])\1\s*\)/.test(given));
      return (
        !refused && new RegExp(String.raw`[(,]\s*${match[2]}\s*(?::\s*\w+\s*)?=\s*(["'])\1`).test(before)
      );
    },
  },
  {
    ...common,
    id: 'access/mass-assignment',
    pattern:
      /\.(?:update|create|update_or_create|filter)\s*\(\s*\*\*\s*(?:dict\s*\(\s*)?(?:flask\.)?request\.\w+/g,
    over: 'code',
    impact: 'weakening',
    cwe: ['CWE-915'],
    description: 'The sender can set or request fields that the form does not show.',
    recommendation: 'Copy the allowed fields one by one, or use a form or schema.',
  },
  {
    ...common,
    id: 'access/reset-link-host',
    pattern:
      /https?:\/\/["']?\s*(?:\+|%|\{|["']?\s*\.format\s*\()\s*\(?\s*(?:flask\.)?request\.(?:host\b|get_host\s*\(|headers(?:\.get\(|\[)\s*["']Host)/gi,
    impact: 'weakening',
    cwe: ['CWE-20', 'CWE-644', 'CWE-640'],
    description:
      'Whoever requests the mail can choose the host of its link, and that host receives the token.',
    recommendation: 'Take the host from the settings.',
    refine: (match, view) => {
      const { before, after } = aroundOf(view, match.index ?? 0);
      return (
        /mail|Message\s*\(/i.test(before + after) &&
        /token|reset|confirm|verif|activat|invit/i.test(before + after)
      );
    },
  },
  {
    ...common,
    id: 'access/reverse-shell',
    pattern: /\bdup2\s*\(\s*\w+\.fileno\s*\(\s*\)\s*,/g,
    impact: 'disclosure',
    confidence: 0.8,
    cwe: ['CWE-553', 'CWE-506'],
    description:
      'Input and output are connected to a network connection and a shell is started: whoever is at the other end controls the machine.',
    recommendation: 'Remove it, and find out who put it there.',
    refine: (_match, view) =>
      /\bsocket\b/.test(view.text) &&
      /\b(?:pty\.spawn|subprocess\.\w+|os\.system|exec[lv]\w*)\s*\([^\n]*["'](?:\/bin\/)?(?:ba|z|da)?sh\b/.test(
        view.text,
      ),
  },
];
