import type { Expr } from '../ir/ir.ts';
import { deepTaints } from './elements.ts';
import { bitOf, isTextEscaped } from './kinds.ts';
import type { SinkRule } from './language-model.ts';
import type { Machine } from './machine.ts';
import { isMisplaced } from './page-context.ts';
import { readField } from './properties.ts';
import {
  asksScheme,
  countsInLibrary,
  frameText,
  functionText,
  hasScript,
  isAlwaysText,
  isCheckedLater,
  isInsideTag,
  isNoPage,
  isOpened,
  isOptions,
  isOwnAddress,
  isStream,
  isUnquoted,
  loading,
  mayExpandEntities,
  operatorTaints,
  pageType,
  readsPlainColumns,
  readsPropertiesAlone,
} from './sink-conditions.ts';
import { hole, own, textOfValue, type Value } from './value.ts';

/** How text begins that is a statement of SQL, or a part of one. */
export const sqlText =
  /^\s*\(?\s*(?:select\b|insert\s+into\b|update\b[\s\S]*\bset\b|delete\s+from\b|replace\s+into\b|merge\s+into\b|drop\s|alter\s|create\s|truncate\s|exec(?:ute)?\s|call\b|\{\s*call|with\s+\w+\s+as\b|where\b|order\s+by\b|from\b|set\b|select\s)/i;

/** The program's own address, ended before the data begins; a scheme alone chooses no host. */
const ownAddress = `${own}(?!:?//)[^${hole}]*[/?#]`;
const ownHost = new RegExp(`^${ownAddress}`);
const ownLocation = new RegExp(`^\\s*location:\\s*${ownAddress}`, 'i');

const documents = /^(?:Document|Node|Element|InputSource|XmlDocument|XmlNode|XNode|XElement|XDocument)$/;

/** Whether data behind such a beginning still chooses where an address leads: nothing, a scheme, slashes, or something unknown. */
function mayBeginWithData(head: string): boolean {
  return head === own || /^(?:https?:)?\/?\/?$/.test(head);
}

/** Reports what of a value must not come to a sink. */
export function checkValue(m: Machine, rule: SinkRule, value: Value, e: Expr, name: string): void {
  const taints = rule.when === 'object' ? operatorTaints(m, value) : deepTaints(m, value);
  if (taints.length === 0) return;
  const text = textOfValue(value);
  let factor = 1;
  switch (rule.when) {
    case 'sql':
      if (value.text === null || !sqlText.test(text)) return;
      break;
    case 'text':
      // A list is passed as arguments, an object as parameters, unless it holds the text itself.
      if (value.objs.length > 0 && value.taints.length === 0) {
        const statement = rule.kind === 'sql' ? statementOf(m, value) : undefined;
        if (statement !== undefined) checkValue(m, rule, statement, e, name);
        for (const field of ['text', 'sql', 'query']) {
          const held = readField(m, value, field);
          if (held !== null && held.objs.length === 0) checkValue(m, rule, held, e, name);
        }
        return;
      }
      break;
    case 'process': {
      // What stands in its list of arguments reaches no shell.
      const parts = ['FileName', '<arg0>', 'Arguments', '<arg1>'].map((field) => readField(m, value, field));
      if (value.objs.length === 0 || parts.every((part) => part === null)) break;
      for (const part of parts) if (part !== null) checkValue(m, { ...rule, when: 'text' }, part, e, name);
      return;
    }
    case 'entry': {
      const [key, held] = value.objs.length === 1 ? (m.s.object(value.objs[0]!)?.items ?? []) : [];
      if (held !== undefined && /location/i.test(`${key?.k ?? ''} ${key?.sym ?? ''}`))
        checkValue(m, { ...rule, when: 'head' }, held, e, name);
      return;
    }
    case 'address':
      if (!/^UR[LI]$/.test(value.type ?? '') && !/\bUR[LI]\b/.test(value.sym ?? '')) return;
      break;
    case 'built':
      if (value.text === null) return;
      break;
    case 'head':
      if (!mayBeginWithData(text.slice(0, text.indexOf(hole)))) return;
      break;
    case 'markup':
      if (!text.includes('<') && !pageType.test(frameText(m))) return;
      break;
    case 'view':
      if (!/^(?:redirect|forward):(?:\0|(?:https?:)?\/\/\0|\/\0)/.test(text)) return;
      break;
    case 'location':
      if (
        !/^\s*(?:location:|refresh:[^;]*;\s*url=)/i.test(text) ||
        /^\s*location:\s*(?:\/|[\w.-]+\/|https?:\/\/[\w.:-]+\/|\w+\.php)/i.test(text) ||
        ownLocation.test(text)
      )
        return;
      break;
    case 'object':
      // A query by options (`where`) takes plain values; other text is no operator.
      if (value.text !== null) factor = 0.8;
      if (isOptions(m, value)) return;
      break;
    case 'page':
    case 'html':
      if (/Headers$|MultiValueMap$/.test(value.type ?? '')) return;
      // An object is sent as JSON; so may be a whole body.
      if (value.objs.length > 0 && value.taints.length === 0 && !rule.name.startsWith('Execute')) return;
      // Go tells browsers what it is by how it begins: only a tag at the start makes a page of it.
      if (value.text !== null && !/[<>]/.test(text) && !text.startsWith(hole))
        factor = m.file.language === 'Go' && !/text\/html/.test(functionText(m)) ? 0.5 : 0.7;
      if (
        value.text === null &&
        taints.every(
          (taint) =>
            taint.source.kind === 'body' &&
            /\bbody$/.test(taint.source.file.text.slice(taint.source.pos, taint.source.end)) &&
            taint.step?.depth === 0,
        )
      )
        factor = 0.5;
      if (/reply\b|Reply/.test(name) && !text.includes('<')) return;
      break;
    default:
  }
  if (rule.kind === 'ssrf' || rule.kind === 'redirect') {
    const head = text.slice(0, text.indexOf(hole));
    // A fixed host: the data is a path or query on it. A fixed local path is no way to another site.
    if (
      /^(?:https?:)?\/\/[^/?#]+[/?#]/.test(head) ||
      ownHost.test(head) ||
      (rule.kind === 'redirect' && /^\/(?![/\\]).|^\?/.test(head)) ||
      // A client adds its own host before it.
      (rule.kind === 'ssrf' && /^\/[\w.-]/.test(head))
    )
      return;
  }
  // What is asked of, not the question.
  if (rule.kind === 'xpath' && documents.test(value.type ?? '')) return;
  if (rule.kind === 'path' && isCheckedLater(m, name, e)) return;
  if (rule.kind === 'path' && isOpened(m, value, e)) return;
  if (rule.kind === 'redirect' && keepsHost(m, e)) return;
  // The address that was asked for, asked with other data.
  if (rule.kind === 'redirect' && /^\0[?#]/.test(text) && taints.some(isOwnAddress)) return;
  // A condition that is built around the data can still be turned by it.
  if (
    rule.kind === 'code' &&
    /parseExpression$/.test(name) &&
    (value.text === null || value.text === hole) &&
    readsPropertiesAlone(m)
  )
    return;
  if (
    rule.kind === 'code' &&
    /execute$/.test(name) &&
    /setForbidInvokeSecurityRiskMethods\(\s*true|setSandBoxMode\(\s*true/.test(functionText(m))
  )
    return;
  if (rule.kind === 'xxe' && !mayExpandEntities(m, name, e)) return;
  if (rule.kind === 'xss' && (isNoPage(m) || (rule.when === 'head' && asksScheme(m)))) return;
  const bit = bitOf(rule.kind);
  for (const taint of taints) {
    const isEscaped = (taint.clean & bit) !== 0;
    if (isEscaped && !(rule.kind === 'xss' && isTextEscaped(taint.clean) && isMisplaced(m, value, e.pos)))
      continue;
    if (rule.kind === 'sql' && (taint.clean & bitOf('quoted_sql')) !== 0 && !isUnquoted(value)) continue;
    if (rule.kind === 'xss' && (taint.clean & bitOf('tags')) !== 0 && !isInsideTag(value)) continue;
    if (taint.source.kind === 'stored' && (readsPlainColumns(m, e) || !buildsMarkup(m, text))) continue;
    if (rule.kind === 'path' && isStream(taint)) continue;
    if ((rule.kind === 'redirect' || rule.kind === 'ssrf') && isOwnAddress(taint)) continue;
    if (taint.source.exposure === 'library' && (loading.test(name) || !countsInLibrary(rule.kind, value)))
      continue;
    if (rule.when === 'object' && isAlwaysText(taint) && !hasScript(m, value)) continue;
    m.report(
      rule.kind,
      factor === 1 && !isEscaped
        ? taint
        : { ...taint, weight: taint.weight * factor * (isEscaped ? 0.7 : 1) },
      e.pos,
      e.end,
      name,
    );
  }
}

/** `redirect_to params.merge(only_path: true)`. */
function keepsHost(m: Machine, e: Expr): boolean {
  return (
    m.file.language === 'Ruby' &&
    /\.merge!?\([^)]*\b(?:only_path|host)(?::|\s*=>)\s*(?:true\b|["'])/.test(m.file.text.slice(e.pos, e.end))
  );
}

/** Ruby gives a statement and what it is filled with as one list. */
function statementOf(m: Machine, value: Value): Value | undefined {
  const [first] = m.file.language === 'Ruby' ? (m.s.object(value.objs[0]!)?.items ?? []) : [];
  return first !== undefined && first.text !== null ? first : undefined;
}

/** What is stored becomes a page where tags are put around it; other records are answered as data. PHP prints pages. */
function buildsMarkup(m: Machine, text: string): boolean {
  return (
    m.file.language === 'PHP' || /<\w/.test(text) || /["'`][^"'`\n]{0,200}<\/?[a-z]/i.test(functionText(m))
  );
}
