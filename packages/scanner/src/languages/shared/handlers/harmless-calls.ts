import type { CallSite } from '../../../flow/call-site.ts';
import type { SinkRule } from '../../../flow/language-model.ts';
import type { Machine } from '../../../flow/machine.ts';
import { readField } from '../../../flow/properties.ts';

/** Whether a call that matches a rule is harmless here. */
export function isHarmlessCall(m: Machine, rule: SinkRule, site: CallSite): boolean {
  if (rule.when === 'page' && !isPageWriter(m, site)) return true;
  // In Ktor, `respondText` sends plain text unless HTML is requested.
  if (site.name === 'respondText' && !/Html/i.test(m.file.text.slice(site.e.pos, site.e.end))) return true;
  // Of the options of a request, only the URL decides which server it goes to.
  if (
    /^(?:curl_)?setopt$/.test(site.name) &&
    !/(?:OPT_|\.)URL\b/.test(m.file.text.slice(site.e.pos, site.e.end))
  )
    return true;
  // `route(…)->id` is the id of the bound record, not the text in the URL.
  if (
    site.name === 'ignore' &&
    /\broute\([^()]*\)\s*\??->\w+/.test(m.file.text.slice(site.e.pos, site.e.end))
  )
    return true;
  return isRooted(m, site) || isHarmlessOfKind(m, rule, site);
}

function isHarmlessOfKind(m: Machine, { kind }: SinkRule, site: CallSite): boolean {
  switch (kind) {
    case 'deserialization':
      return hasSafeLoader(site) || buildsPlainValues(site) || isMadeSafe(m, site) || refusesClasses(m, site);
    case 'code':
      return isMembershipTest(site);
    case 'template':
      return m.model.hooks.rendersFile?.(m, site) ?? false;
    case 'xss':
      // `new Content(…)` is some type of that name; `Content(…)` is an answer.
      return (
        answersText(m, site) ||
        writesToFile(m, site) ||
        setsPlainAttribute(site) ||
        (site.name === 'Content' && site.e.k === 'new')
      );
    case 'redirect':
      // Of the headers, only this one leads elsewhere.
      return /^with(?:Added)?Header$/.test(site.name) && !/^location$/i.test(String(site.args[0]?.k ?? ''));
    case 'format':
      // A single argument is printed as it is: there is nothing to format.
      return m.model.hooks.formatsByName !== undefined && site.args.length < 2;
    case 'path':
      // `extractall` with a filter of the library stays in its folder. A component that is passed to `render` escapes
      // its own output.
      if (site.name === 'render' && site.e.k === 'call' && site.e.args[0]?.k === 'new') return true;
      return site.name === 'extractall' && site.named.has('filter');
    default:
      return false;
  }
}

/** `Ok(text)` is plain text, unless the answer says that it is a page. */
function answersText(m: Machine, { name, e }: CallSite): boolean {
  return name === 'Ok' && !/html/i.test(m.file.text.slice(e.pos, e.end + 60));
}

/** `ids.Where(allowed.Contains)`: the predicate is a method, and the content of its object does not matter. */
function isMembershipTest({ name, e }: CallSite): boolean {
  const [predicate] = e.k === 'call' ? e.args : [];
  return (
    name === 'Where' &&
    predicate?.k === 'get' &&
    /^(?:Contains(?:Key|Value)?|StartsWith|EndsWith|Equals|Is[A-Z]\w*)$/.test(predicate.name)
  );
}

/** Express refuses paths outside the root that it is given. */
function isRooted(m: Machine, { name, args }: CallSite): boolean {
  return /^send[fF]ile$/.test(name) && args[1] !== undefined && readField(m, args[1], 'root') !== null;
}

/** Whether the first argument writes the response to a browser, by its type or its name. */
function isPageWriter(m: Machine, site: CallSite): boolean {
  const type = site.args[0]?.type ?? null;
  if (type !== null) return /ResponseWriter|^(?:gin|echo)\./.test(type);
  const e = site.e.k === 'call' ? site.e.args[0] : undefined;
  const text = e === undefined ? '' : m.file.text.slice(e.pos, Math.min(e.end, e.pos + 80));
  return /^(?:w|rw|res|resp|response|writer)$|\.(?:Writer|ResponseWriter|Response\(\))$/.test(text);
}

/** An attribute that neither runs code nor holds an address, or one with an unknown name. */
function setsPlainAttribute({ name, args }: CallSite): boolean {
  if (!/^(?:setAttribute(?:NS)?|attr|prop)$/.test(name)) return false;
  const attribute = args[name === 'setAttributeNS' ? 1 : 0]?.k;
  return (
    typeof attribute !== 'string' ||
    !/^(?:(?:xlink:)?href|src|srcdoc|action|formaction|data|background|on[a-z]+)$/i.test(attribute)
  );
}

/** A writer for a file or for memory, not for a response. */
function writesToFile(m: Machine, { recv }: CallSite): boolean {
  if (recv !== null && m.s.first(recv)?.kind === 'buffer') return true;
  if (
    recv === null ||
    !/^(?:PrintWriter|PrintStream|BufferedWriter|OutputStreamWriter)$/.test(recv.type ?? '')
  )
    return false;
  const target = readField(m, recv, '<arg0>');
  return target !== null && /^(?:File\w*|StringWriter|ByteArrayOutputStream|Path)$/.test(target.type ?? '');
}

/** A loader that only builds plain values. */
function hasSafeLoader({ args, named }: CallSite): boolean {
  return [...args, ...named.values()].some((value) =>
    /(?:^|\.)C?(?:Safe|Base|Full)(?:Loader|Constructor)\b/.test(`${value.sym ?? ''} ${value.type ?? ''}`),
  );
}

/** Options with which a loader only builds plain values. */
function buildsPlainValues({ named, name }: CallSite): boolean {
  if (name !== 'load') return false;
  return (
    named.get('weights_only')?.k === true ||
    /^:?(?:strict|compat|null|json|wab|rails)$/.test(
      String(named.get('mode')?.k ?? named.get('mode')?.sym ?? ''),
    )
  );
}

/** PHP's `unserialize($text, ['allowed_classes' => false])`, or with a list of classes. */
function refusesClasses(m: Machine, { name, args }: CallSite): boolean {
  const [, options] = args;
  if (name !== 'unserialize' || options === undefined) return false;
  const allowed = readField(m, options, 'allowed_classes');
  return allowed !== null && allowed.k !== true && allowed.k !== 1;
}

/** `new Yaml(new SafeConstructor(…))`, or a stream with a filter set. */
function isMadeSafe(m: Machine, { name, recv, written }: CallSite): boolean {
  const given = recv === null ? null : readField(m, recv, '<arg0>');
  if (/SafeConstructor/.test(`${given?.type ?? ''} ${written}`)) return true;
  const { fn, file } = m.frame;
  // XStream with a list of allowed types; Kryo, which accepts only registered types by default.
  if (
    name === 'fromXML' &&
    /\.allowTypes?\w*\s*\(|\.addPermission\s*\((?!\s*AnyTypePermission)|setupDefaultSecurity/.test(file.text)
  )
    return true;
  // Without a type resolver it builds the requested type, whatever the data says.
  if (
    name === 'Deserialize' &&
    /JavaScriptSerializer/.test(recv?.type ?? written) &&
    !/TypeResolver/.test(file.text)
  )
    return true;
  if (name === 'readClassAndObject' && !/egistrationRequired\s*(?:\(|=)\s*false/.test(file.text)) return true;
  return /\.setObjectInputFilter\s*\(|\bYaml\s*\(\s*(?:new\s+)?SafeConstructor/.test(
    file.text.slice(fn.pos, fn.end),
  );
}
