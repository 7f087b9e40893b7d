import type { Impact } from '../rules/severity.ts';
import type { TaintKind } from '../types/flow-findings.ts';

/** The text for a kind of flow. */
interface KindText {
  impact: Impact;
  harm: string;
  cure: string;
}

export const injectionTexts: Record<TaintKind, KindText> = {
  sql: {
    impact: 'takeover',
    harm: 'Whoever sends it decides what the database runs.',
    cure: 'Pass the value as a parameter of a prepared statement; choose names of columns and tables from a fixed list.',
  },
  nosql: {
    impact: 'disclosure',
    harm: 'Operators in the input change what the query matches, and so bypass checks.',
    cure: 'Check that the value is a plain string or number before you use it in the query.',
  },
  command: {
    impact: 'takeover',
    harm: 'Whoever sends it runs commands on the server.',
    cure: 'Call the program with a list of arguments and without a shell; take options from a fixed list.',
  },
  code: {
    impact: 'takeover',
    harm: 'Whoever sends it runs code in the process.',
    cure: 'Parse the value as data instead of evaluating it.',
  },
  ldap: {
    impact: 'disclosure',
    harm: 'The input can widen the filter and so read other entries or pass as them.',
    cure: 'Escape the value for filters (RFC 4515) or use an API that does.',
  },
  xpath: {
    impact: 'disclosure',
    harm: 'The input can change the expression and read other parts of the document.',
    cure: 'Bind the value as an XPath variable or check it against a fixed list.',
  },
  template: {
    impact: 'takeover',
    harm: 'Template expressions in the input run on the server.',
    cure: 'Keep templates fixed and pass the input as their data.',
  },
  xss: {
    impact: 'disclosure',
    harm: 'A script in the input runs in the browsers of other users, in their name.',
    cure: 'Escape the value for its place in the page, or keep the escaping of the template engine.',
  },
  path: {
    impact: 'disclosure',
    harm: 'With `..` or an absolute path the input reaches files outside the intended folder.',
    cure: 'Resolve the path and check that it is still inside the intended folder, or choose from a fixed list.',
  },
  ssrf: {
    impact: 'disclosure',
    harm: 'The server can be made to call internal addresses and to return their responses.',
    cure: 'Allow known hosts only, and refuse private addresses when the connection is made.',
  },
  redirect: {
    impact: 'weakening',
    harm: 'A link to this site can lead users to a site that looks like it.',
    cure: 'Redirect to paths of this site only, or to a fixed list of addresses.',
  },
  xxe: {
    impact: 'disclosure',
    harm: 'Entities in the document read local files or call internal addresses.',
    cure: 'Disable document types and external entities in the parser.',
  },
  deserialization: {
    impact: 'takeover',
    harm: 'The input chooses which classes are created, and with common libraries that runs code.',
    cure: 'Read a data format such as JSON into known types.',
  },
  prototype_pollution: {
    impact: 'disclosure',
    harm: 'With the key `__proto__` the input changes all objects of the process.',
    cure: 'Refuse `__proto__`, `constructor` and `prototype`, or use a Map.',
  },
  header: {
    impact: 'weakening',
    harm: 'Line breaks in the input add headers or a second response.',
    cure: 'Refuse line breaks in the value.',
  },
  log: {
    impact: 'hygiene',
    harm: 'Line breaks in the input forge log lines.',
    cure: 'Log the value as a field, or encode line breaks.',
  },
  trust_boundary: {
    impact: 'weakening',
    harm: 'Later code trusts what is in the session, although it was not checked.',
    cure: 'Check the value before you store it in the session.',
  },
  format: {
    impact: 'disclosure',
    harm: 'Placeholders in the input read memory or internal values, and some write.',
    cure: 'Keep the format fixed and pass the input as one of its values.',
  },
  regex: {
    impact: 'weakening',
    harm: 'A crafted pattern keeps the process busy for minutes.',
    cure: 'Escape the value, or match with an engine without backtracking.',
  },
  slow_match: {
    impact: 'hygiene',
    harm: 'The expression takes time that grows at least with the square of the length, so that a long text keeps the process busy.',
    cure: 'Limit the length of the value first, or write the expression so that no two repetitions can match the same characters.',
  },
};
