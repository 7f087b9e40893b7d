import type { CallSite } from '../../../flow/call-site.ts';
import type { SinkRule } from '../../../flow/language-model.ts';
import type { Machine } from '../../../flow/machine.ts';
import { readField } from '../../../flow/properties.ts';

/** A call that a rule names, but that does no harm as it stands there. */
export function isHarmlessCall(m: Machine, rule: SinkRule, site: CallSite): boolean {
  if (rule.when === 'page' && !isPageWriter(m, site)) return true;
  // Ktor answers plain text unless it is told to answer a page.
  if (site.name === 'respondText' && !/Html/i.test(m.file.text.slice(site.e.pos, site.e.end))) return true;
  // Of the options of a request only its address chooses whom it asks.
  if (
    /^(?:curl_)?setopt$/.test(site.name) &&
    !/(?:OPT_|\.)URL\b/.test(m.file.text.slice(site.e.pos, site.e.end))
  )
    return true;
  // The number of the record that the address was bound to, not what the address says.
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
      return isAskedByMethod(site);
    case 'template':
      return m.model.hooks.rendersFile?.(m, site) ?? false;
    case 'xss':
      // `new Content(…)` is some type of that name, `Content(…)` an answer.
      return (
        writesToFile(m, site) || setsPlainAttribute(site) || (site.name === 'Content' && site.e.k === 'new')
      );
    case 'format':
      // A text alone is printed with its signs, as far as there is nothing to put into it.
      return m.model.hooks.formatsByName !== undefined && site.args.length < 2;
    case 'path':
      // Archives that are unpacked by a filter of the library stay in their folder.
      // A component renders itself.
      if (site.name === 'render' && site.e.k === 'call' && site.e.args[0]?.k === 'new') return true;
      return site.name === 'extractall' && site.named.has('filter');
    default:
      return false;
  }
}

/** `ids.Where(allowed.Contains)`: a method decides, whatever its object holds. */
function isAskedByMethod({ name, e }: CallSite): boolean {
  const [predicate] = e.k === 'call' ? e.args : [];
  return (
    name === 'Where' &&
    predicate?.k === 'get' &&
    /^(?:Contains(?:Key|Value)?|StartsWith|EndsWith|Equals|Is[A-Z]\w*)$/.test(predicate.name)
  );
}

/** Express refuses paths that leave the root that it is given. */
function isRooted(m: Machine, { name, args }: CallSite): boolean {
  return /^send[fF]ile$/.test(name) && args[1] !== undefined && readField(m, args[1], 'root') !== null;
}

/** The first argument is what a browser is answered through, by its type or else by its name. */
function isPageWriter(m: Machine, site: CallSite): boolean {
  const type = site.args[0]?.type ?? null;
  if (type !== null) return /ResponseWriter|^(?:gin|echo)\./.test(type);
  const e = site.e.k === 'call' ? site.e.args[0] : undefined;
  const text = e === undefined ? '' : m.file.text.slice(e.pos, Math.min(e.end, e.pos + 80));
  return /^(?:w|rw|res|resp|response|writer)$|\.(?:Writer|ResponseWriter|Response\(\))$/.test(text);
}

/** An attribute of an element that neither runs nor leads anywhere, or one whose name is not known. */
function setsPlainAttribute({ name, args }: CallSite): boolean {
  if (!/^(?:setAttribute(?:NS)?|attr|prop)$/.test(name)) return false;
  const attribute = args[name === 'setAttributeNS' ? 1 : 0]?.k;
  return (
    typeof attribute !== 'string' ||
    !/^(?:(?:xlink:)?href|src|srcdoc|action|formaction|data|background|on[a-z]+)$/i.test(attribute)
  );
}

/** A writer that was made for a file or for memory, not for an answer. */
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

/** A loader that builds plain values alone. */
function hasSafeLoader({ args, named }: CallSite): boolean {
  return [...args, ...named.values()].some((value) =>
    /(?:^|\.)C?(?:Safe|Base|Full)(?:Loader|Constructor)\b/.test(`${value.sym ?? ''} ${value.type ?? ''}`),
  );
}

/** Options by which a loader builds plain values alone. */
function buildsPlainValues({ named, name }: CallSite): boolean {
  if (name !== 'load') return false;
  return (
    named.get('weights_only')?.k === true ||
    /^:?(?:strict|compat|null|json|wab|rails)$/.test(
      String(named.get('mode')?.k ?? named.get('mode')?.sym ?? ''),
    )
  );
}

/** PHP's `unserialize($text, ['allowed_classes' => false])`, or a list of some. */
function refusesClasses(m: Machine, { name, args }: CallSite): boolean {
  const [, options] = args;
  if (name !== 'unserialize' || options === undefined) return false;
  const allowed = readField(m, options, 'allowed_classes');
  return allowed !== null && allowed.k !== true && allowed.k !== 1;
}

/** `new Yaml(new SafeConstructor(…))`; a stream that a filter was set on. */
function isMadeSafe(m: Machine, { name, recv, written }: CallSite): boolean {
  const given = recv === null ? null : readField(m, recv, '<arg0>');
  if (/SafeConstructor/.test(`${given?.type ?? ''} ${written}`)) return true;
  const { fn, file } = m.frame;
  // XStream with a list of types; Kryo, which takes registered types alone unless it is told otherwise.
  if (
    name === 'fromXML' &&
    /\.allowTypes?\w*\s*\(|\.addPermission\s*\((?!\s*AnyTypePermission)|setupDefaultSecurity/.test(file.text)
  )
    return true;
  // Without a resolver of types it builds what it is asked for, whatever the data says.
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
