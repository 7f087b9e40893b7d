import type { FixSite } from './fixer.ts';

/** Names of plain text, which looks the same after escaping. */
const plainName =
  /(?:^|_)(?:first|last|full|user|nick|display|file)?_?(?:name|title|label|e?mail|id|date|time|count|number|code|tags?|author|user|login|query|search|term|keyword|q|url|href|path|phone|city|country|address|price|status|type|font|color|subject|sender|json|error|url_for)s?$/;
/** Names and calls of intended markup. */
const markupName =
  /html|markup|markdown|svg|icon|body|content|description|article|snippet|rendered|template|diff|preview|excerpt|summary|bio|link|widget|response|output|script|style|css|editor|readme|changelog|help|hint/;

/**
 * Whether a value that a template inserts unescaped is probably markup, so that escaping would show tags. A value
 * from a request or with a name of plain text is not markup; a value that the program builds with tags is.
 */
export function isIntendedMarkup(site: FixSite, at: number, written: string): boolean {
  const { text, finding } = site;
  // In a script, a value is not markup. Escaping it for HTML would break its quotes.
  const above = text.slice(0, at);
  if (above.lastIndexOf('<script') > above.lastIndexOf('</script') && !/["'`]$/.test(above)) return true;
  const value = writtenValue(site, at, written);
  // Literal markup, and values that frameworks return as markup.
  if (/["'`][^"'`]*<\w/.test(value)) return true;
  if (/^\s*\w+\(\s*\*\*|^\s*field\s*\(/.test(value)) return false;
  const name = lastNameOf(value);
  const spelled = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  if (plainName.test(spelled) || /^get_\w*(?:url|path|name)$/.test(spelled)) return false;
  if (isMadeWithTags(site, name)) return true;
  // Texts in message bundles have tags if they are inserted this way.
  if (/^th:utext/.test(written) && /message|text/.test(spelled)) return true;
  const isFromRequest = finding.evidence.some(({ role }) => role === 'source');
  if (isFromRequest && !/html|markup|markdown|svg/.test(spelled)) return false;
  return markupName.test(spelled) || spelled === '' || /\.(?:vue|svelte|astro)$/.test(finding.file);
}

/** The expression in the braces, or in the attribute after a directive. */
function writtenValue({ text }: FixSite, at: number, written: string): string {
  const rest = text.slice(at + written.length, at + written.length + 300);
  if (/^(?:v-html|set:html|th:utext)/.test(written)) return /^\s*=\s*["']?([^"'\n>]*)/.exec(rest)?.[1] ?? '';
  const own = written.replace(/^<%-|^<%==?|^\{+!*-?|^!\{|^@Html\.Raw|^\$\{/, '');
  return /\w/.test(own) && !/^\s*@html\s*$/.test(own) ? own : (/^[^%}\n]*/.exec(rest)?.[0] ?? '');
}

/** The last name of a member chain or a call, without conversions. */
function lastNameOf(value: string): string {
  const bare = value
    .replace(/\|.*$/s, '')
    .replace(/\?no_esc.*$/s, '')
    .replace(/\.(?:html_safe|to_s|inspect|value|toString\(\))\s*/g, '')
    .replace(/\[[^\]]*?(\w+)['"]?\]\s*/g, '.$1 ')
    .replace(/(?<=[\w$])\([^()]*\)/g, '');
  return /([A-Za-z_$][\w$]*)[^A-Za-z_$]*$/.exec(bare)?.[1] ?? '';
}

/** Whether the program assigns a string with a tag to this name. */
function isMadeWithTags({ index, files, finding }: FixSite, name: string): boolean {
  if (name.length < 2) return false;
  const made = new RegExp(
    `\\b${name.replace(/\$/g, '\\$')}\\b["'\\])]*\\s*(?:\\+?=|:|,)[^\\n]{0,200}?["'\`][^"'\`\\n]{0,120}<\\w`,
  );
  return index.files.some((file) => {
    if (file.path === finding.file || file.kind !== 'code' || file.isTest || file.isVendored) return false;
    const text = files.text(file.path);
    return text?.includes(name) === true && made.test(text);
  });
}
