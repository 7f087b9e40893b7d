import { checkValue, sqlText } from '../../../flow/check-value.ts';
import { bitOf } from '../../../flow/kinds.ts';
import type { Sink } from '../../../flow/language-handlers.ts';
import type { SinkRule } from '../../../flow/language-model.ts';
import type { Machine } from '../../../flow/machine.ts';
import { readField } from '../../../flow/properties.ts';
import { hole, own, type Taint, type Value } from '../../../flow/value.ts';
import type { SecretKind } from '../../../types/flow-findings.ts';
import { asksForPrivate } from './private-addresses.ts';
import {
  asksScheme,
  cameToNoPage,
  countsInLibrary,
  functionText,
  hasScript,
  isAlwaysText,
  isCheckedLater,
  isInsideTag,
  isNoPage,
  isOfBrowser,
  isOpened,
  isOptions,
  isOwnAddress,
  isStream,
  isUnquoted,
  loading,
  mayExpandEntities,
  pageType,
  readsPlainColumns,
  readsPropertiesAlone,
} from './sink-conditions.ts';

/** The program's own address, complete before the data begins. A scheme alone chooses no host. */
const ownAddress = `${own}(?!:?//)[^${hole}]*[/?#]`;
const ownHost = new RegExp(`^${ownAddress}`);
const ownLocation = new RegExp(`^\\s*location:\\s*${ownAddress}`, 'i');

const ownFlags = new RegExp(String.raw`[^\w\s\\${hole}${own}][imsxuADSUXJ]*$`);

const documents = /^(?:Document|Node|Element|InputSource|XmlDocument|XmlNode|XNode|XElement|XDocument)$/;

/**
 * Whether data after this beginning can still choose the host: after nothing, a scheme, slashes, or something
 * unknown.
 */
function mayBeginWithData(kind: SinkRule['kind'], head: string): boolean {
  // `javascript:` only works at the very beginning.
  return (head === own && kind !== 'xss') || /^(?:https?:)?\/?\/?$/.test(head);
}

/** How certainly the value is dangerous in a sink, from 0 to 1. */
export function weighSink(m: Machine, sink: Sink): number {
  if (checkParts(m, sink) || !hasForm(m, sink) || isKnownHarmless(m, sink)) return 0;
  const { rule, value } = sink;
  if (rule.when === 'page' || rule.when === 'html') return weighPage(m, sink);
  // A query by options (`where`) takes plain values; other text is not an operator.
  return rule.when === 'object' && value.text !== null ? 0.8 : 1;
}

/** Checks the parts of a value instead of the whole. False if the whole has to be checked. */
function checkParts(m: Machine, { rule, value, e, name }: Sink): boolean {
  switch (rule.when) {
    case 'text': {
      // A list or an object is passed as parameters, unless it holds the statement itself.
      if (value.objs.length === 0 || value.taints.length > 0) return false;
      const statement = rule.kind === 'sql' ? m.model.hooks.statementOf?.(m, value) : undefined;
      if (statement !== undefined) checkValue(m, rule, statement, e, name);
      for (const field of ['text', 'sql', 'query', 'Statement', 'QueryString', 'Expression']) {
        const held = readField(m, value, field);
        if (held !== null && held.objs.length === 0) checkValue(m, rule, held, e, name);
      }
      return true;
    }
    case 'process': {
      // The elements of the argument list reach no shell.
      const parts = ['FileName', '<arg0>', 'Arguments', '<arg1>'].map((field) => readField(m, value, field));
      if (value.objs.length === 0 || parts.every((part) => part === null)) return false;
      for (const part of parts) if (part !== null) checkValue(m, { ...rule, when: 'text' }, part, e, name);
      return true;
    }
    case 'entry': {
      const [key, held] = m.s.only(value)?.items ?? [];
      if (held !== undefined && /location/i.test(`${key?.k ?? ''} ${key?.sym ?? ''}`))
        checkValue(m, { ...rule, when: 'head' }, held, e, name);
      return true;
    }
    default:
      return rule.kind === 'ssrf' && checkRequestOptions(m, { rule, value, e, name });
  }
}

/** `axios({ url })`: of the options of a request, the address decides where it goes. */
function checkRequestOptions(m: Machine, { rule, value, e, name }: Omit<Sink, 'text' | 'taints'>): boolean {
  if (value.objs.length === 0 || value.taints.length > 0) return false;
  const places = ['url', 'uri', 'baseURL', 'href', 'host', 'hostname'].map((field) =>
    readField(m, value, field),
  );
  if (places.every((place) => place === null)) return false;
  for (const place of places) if (place !== null) checkValue(m, rule, place, e, name);
  return true;
}

function beginsCommand(m: Machine, value: Value): boolean {
  const first = m.s.only(value)?.items?.[0];
  return typeof first?.k === 'string' && /^[-/]\w*c$/i.test(first.k);
}

function isAddress({ type, sym }: Value): boolean {
  return /^UR[LI]$/.test(type ?? '') || /\bUR[LI]\b/.test(sym ?? '');
}

/** Whether the value has the form that the rule requires: a statement, an address, the beginning of a header. */
function hasForm(m: Machine, { rule, value, text }: Sink): boolean {
  switch (rule.when) {
    case 'sql':
      return value.text !== null && sqlText.test(text);
    case 'address':
      return isAddress(value);
    case 'shell':
      return beginsCommand(m, value);
    case 'file':
      return !isAddress(value);
    case 'built':
      return value.text !== null;
    case 'whole':
      return value.text === null && value.objs.length === 0 && value.taints.length > 0;
    case 'head':
      return mayBeginWithData(rule.kind, text.slice(0, text.indexOf(hole)));
    case 'markup':
      return text.includes('<') || pageType.test(functionText(m));
    case 'view':
      return /^(?:redirect|forward):(?:\0|(?:https?:)?\/\/\0|\/\0)/.test(text);
    case 'location':
      return (
        /^\s*(?:location:|refresh:[^;]*;\s*url=)/i.test(text) &&
        !/^\s*location:\s*(?:\/|[\w.-]+\/|https?:\/\/[\w.:-]+\/|\w+\.php)/i.test(text) &&
        !ownLocation.test(text)
      );
    case 'object':
      return !isOptions(m, value);
    default:
      return true;
  }
}

function weighPage(m: Machine, { rule, value, text, taints, name }: Sink): number {
  if (/Headers$|MultiValueMap$/.test(value.type ?? '')) return 0;
  // An object is sent as JSON; a whole body may be as well.
  if (value.objs.length > 0 && value.taints.length === 0 && !rule.name.startsWith('Execute')) return 0;
  if (/reply\b|Reply/.test(name) && !text.includes('<')) return 0;
  if (value.text === null)
    return taints.every(
      (taint) =>
        taint.source.kind === 'body' &&
        /\bbody$/.test(taint.source.file.text.slice(taint.source.pos, taint.source.end)) &&
        taint.step?.depth === 0,
    )
      ? 0.5
      : 1;
  if (/[<>]/.test(text) || text.startsWith(hole)) return 1;
  return m.model.hooks.weighPlainText?.(functionText(m)) ?? 0.7;
}

/** Whether the fixed parts of the value, or the code around it, make it harmless. */
function isKnownHarmless(m: Machine, { rule, value, text, taints, e, name }: Sink): boolean {
  if (rule.kind === 'ssrf' || rule.kind === 'redirect') {
    const head = text.slice(0, text.indexOf(hole));
    // With a fixed host, the data is only a path or a query. A fixed local path cannot lead to another site.
    if (
      /^(?:https?:)?\/\/[^/?#]+[/?#]/.test(head) ||
      ownHost.test(head) ||
      (rule.kind === 'redirect' && /^\/(?![/\\]).|^\?/.test(head)) ||
      // A client adds its own host in front.
      (rule.kind === 'ssrf' && /^\/[\w.-]/.test(head))
    )
      return true;
  }
  // The flags of the pattern are fixed, and none of them runs code.
  if (rule.kind === 'code' && /(?:^|\.)preg_replace$/.test(name) && ownFlags.test(text)) return true;
  // The document that is queried, not the query.
  if (rule.kind === 'xpath' && documents.test(value.type ?? '')) return true;
  if (rule.kind === 'path' && isCheckedLater(m, name, e)) return true;
  if (rule.kind === 'path' && isOpened(m, value, e)) return true;
  if (rule.kind === 'redirect' && m.model.hooks.keepsHost?.(m.file.text.slice(e.pos, e.end))) return true;
  // The requested address, with another query or fragment.
  if (rule.kind === 'redirect' && /^\0[?#]/.test(text) && taints.some(isOwnAddress)) return true;
  // An expression built around the data can still be changed by it, even in the restricted context.
  if (
    rule.kind === 'code' &&
    /parseExpression$/.test(name) &&
    (value.text === null || value.text === hole) &&
    readsPropertiesAlone(m)
  )
    return true;
  if (
    rule.kind === 'code' &&
    /execute$/.test(name) &&
    /setForbidInvokeSecurityRiskMethods\(\s*true|setSandBoxMode\(\s*true/.test(functionText(m))
  )
    return true;
  if (rule.kind === 'code' && /(?:^|\.)getattr$/.test(name) && !isCalled(m, e)) return true;
  if (rule.kind === 'xxe' && !mayExpandEntities(m, name, e)) return true;
  if (rule.kind === 'xss' && (isNoPage(m) || (rule.when === 'head' && asksScheme(m)))) return true;
  return false;
}

/** A member looked up by name is dangerous only if it is called. */
function isCalled(m: Machine, { pos, end }: Sink['e']): boolean {
  const { fn, file } = m.frame;
  const rest = file.text.slice(end, fn.end);
  if (/^\s*\(/.test(rest)) return true;
  const line = file.text.slice(file.text.lastIndexOf('\n', pos) + 1, pos);
  const variable = /(?:^|[\s,;])(\w+)\s*(?::[^=\n]*)?=\s*(?:await\s+)?$/.exec(line)?.[1];
  if (variable !== undefined) return new RegExp(String.raw`(?<![\w.])${variable}\s*\(`).test(rest);
  return /\breturn\s*$/.test(line);
}

const clear: Record<SecretKind, RegExp> = {
  plain_password: /^(?:message|answer|file)$/,
  sent_secret: /^secret$/,
  shown_environment: /^environment$/,
};

function isSecretKind(kind: SinkRule['kind']): kind is SecretKind {
  return Object.hasOwn(clear, kind);
}

/**
 * Whether the secret is used in clear text. A password from a connection counts unless the innermost function around
 * it uses TLS.
 */
function isInTheClear(kind: SecretKind, { source }: Taint): boolean {
  if (!clear[kind].test(source.kind)) return false;
  if (kind !== 'plain_password' || source.kind === 'file') return true;
  const around = source.file.functions.filter((fn) => fn.pos <= source.pos && fn.end >= source.end);
  const { pos, end } = around.reduce((a, b) => (b.end - b.pos < a.end - a.pos ? b : a), source.file.top);
  return !/https:|\bSSL\w*Socket|\bSslStream\b|HttpsURLConnection/.test(source.file.text.slice(pos, end));
}

/** Whether this taint is harmless in the sink. */
export function isHarmlessIn(m: Machine, { rule, value, text, e, name }: Sink, taint: Taint): boolean {
  if (isSecretKind(rule.kind)) return !isInTheClear(rule.kind, taint);
  if (rule.kind === 'sql' && (taint.clean & bitOf('quoted_sql')) !== 0 && !isUnquoted(value)) return true;
  if (rule.kind === 'xss' && cameToNoPage(m, taint)) return true;
  if (rule.kind === 'xss' && (taint.clean & bitOf('tags')) !== 0 && !isInsideTag(value)) return true;
  if (taint.source.kind === 'stored' && (readsPlainColumns(m, e) || !buildsMarkup(m, text))) return true;
  if (rule.kind === 'sql' && isStatementObject(m, name, value, taint)) return true;
  if (rule.kind === 'path' && isStream(taint)) return true;
  if (rule.kind === 'ssrf' && (isOfBrowser(taint) || asksForPrivate(m.frame.fn))) return true;
  const leads =
    rule.kind === 'redirect' || rule.kind === 'ssrf' || (rule.kind === 'xss' && rule.when === 'head');
  if (leads && isOwnAddress(taint)) return true;
  // The text of `$(location.hash)` begins with `#`, so it is a selector.
  if (rule.kind === 'xss' && /^(?:\$|jQuery|jquery)$/.test(name) && isWholeFragment(taint)) return true;
  if (
    taint.source.exposure === 'library' &&
    (loading.test(name) || !countsInLibrary(rule.kind, value, taint.source))
  )
    return true;
  return rule.when === 'object' && isAlwaysText(m, taint) && !hasScript(m, value);
}

/**
 * A session of SQLAlchemy takes statement objects. Those that are built with calls, without `text(…)`, bind their
 * values.
 */
function isStatementObject(m: Machine, name: string, value: Value, { weight }: Taint): boolean {
  return (
    weight < 1 &&
    value.text === null &&
    /(?:^|\.)(?:Async)?Session\.(?:execute|scalars?|stream)$/.test(name) &&
    !/\b(?:text|literal_column)\(/.test(functionText(m))
  );
}

function isWholeFragment({ source, step }: Taint): boolean {
  return step?.depth === 0 && /\.hash$/.test(source.file.text.slice(source.pos, source.end));
}

/** Stored data becomes a page if there is markup around it; other records are answered as data. */
function buildsMarkup(m: Machine, text: string): boolean {
  return (
    m.model.hooks.printsPages || /<\w/.test(text) || /["'`][^"'`\n]{0,200}<\/?[a-z]/i.test(functionText(m))
  );
}
