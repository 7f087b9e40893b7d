export interface OutputForm {
  files: RegExp;
  /** Group 1 is the expression. */
  pattern: RegExp;
  cure: string;
}

/** How template languages insert a value without escaping. */
export const outputForms: readonly OutputForm[] = [
  {
    files: /\.ejs$|\.html$/i,
    pattern: /<%-\s{0,20}([^%]{1,200}?)\s{0,20}-?%>/g,
    cure: 'Use <%= … %>, which escapes.',
  },
  {
    files: /\.(?:hbs|handlebars|mustache|html)$/i,
    pattern: /\{\{\{\s{0,20}([^}]{1,200}?)\s{0,20}\}\}\}/g,
    cure: 'Use {{ … }}, which escapes.',
  },
  {
    files: /\.(?:html?|j2|jinja2?|twig|njk|liquid)$/i,
    pattern: /\{\{-?\s{0,20}([^}|]{1,200}?)\s{0,20}\|\s{0,20}(?:safe|raw)\b[^}]{0,100}\}\}/g,
    cure: 'Remove the filter.',
  },
  {
    files: /\.(?:html?|j2|jinja2?|twig|njk)$/i,
    pattern: /\{%-?\s{0,20}autoescape\s+(false|off)\b/g,
    cure: 'Leave escaping on.',
  },
  {
    files: /\.(?:pug|jade)$/i,
    pattern: /(?:^\s{0,20}[\w.#-]*!=\s{0,20}|!\{)([^}\n]{1,200})/gm,
    cure: 'Use = or #{ … }, which escape.',
  },
  {
    files: /\.blade\.php$/i,
    pattern: /\{!!\s{0,20}(.{1,200}?)\s{0,20}!!\}/g,
    cure: 'Use {{ … }}, which escapes.',
  },
  {
    files: /\.erb$/i,
    pattern:
      /<%==\s{0,20}([^%]{1,200}?)\s{0,20}%>|<%=\s{0,20}(?:raw[\s(]+)([^%)]{1,200}?)\)?\s{0,20}%>|<%=\s{0,20}([^%]{1,200}?)\.html_safe\s{0,20}%>/g,
    cure: 'Remove raw and html_safe.',
  },
  {
    files: /\.cshtml$/i,
    pattern: /@Html\.Raw\(\s{0,20}([^)]{1,200}?)\s{0,20}\)/g,
    cure: 'Write the value with @, which escapes.',
  },
  {
    files: /\.(?:html?|jsp|jspx)$/i,
    pattern:
      /\bth:utext\s{0,20}=\s{0,20}"([^"]{1,200})"|<%=\s{0,20}(request\.get(?:Parameter|Header)\([^%]{1,200}?)\s{0,20}%>/g,
    cure: 'Use th:text, or an escaping tag.',
  },
  {
    files: /\.php$/i,
    pattern:
      /<\?=\s{0,20}(\$_(?:GET|POST|REQUEST|COOKIE)\[[^\]]+\])|\becho\s+(\$_(?:GET|POST|REQUEST|COOKIE)\[[^\]]+\])\s{0,20};/g,
    cure: 'Write htmlspecialchars( … ) around it.',
  },
  {
    files: /\.(?:vue|html?)$/i,
    pattern: /\bv-html\s{0,20}=\s{0,20}"([^"]{1,200})"/g,
    cure: 'Use {{ … }}, or sanitize the value first.',
  },
  {
    files: /\.html$/i,
    pattern:
      /\[innerHTML\]\s{0,20}=\s{0,20}"([^"]{1,160}\|\s{0,20}(?:safeHtml|safe|trust\w*|bypass\w*|sanitizeHtml|keepHtml|noSanitize\w*)[^"]{0,60})"/gi,
    cure: 'Remove the pipe; the framework then removes scripts.',
  },
  {
    files: /\.svelte$/i,
    pattern: /\{@html\s{1,20}([^}]{1,200})\}/g,
    cure: 'Use { … }, or sanitize the value first.',
  },
  {
    files: /\.astro$/i,
    pattern: /\bset:html\s{0,20}=\s{0,20}\{([^}]{1,200})\}/g,
    cure: 'Use { … }, or sanitize the value first.',
  },
  {
    files: /\.(?:jsp|jspf|jspx|tag)$/i,
    pattern:
      /<%=\s{0,20}((?!(?:request\.get|application|config|session\.getId|request\.getContextPath))[A-Za-z_]\w*(?:\.\w+(?:\([^()%]{0,60}\))?)*)\s{0,20}%>|(?<!=")\$\{\s{0,20}(param(?:Values)?[.[][^}]{1,100}|header[.[][^}]{1,100}|cookie[.[][^}]{1,100})\}/g,
    cure: 'Use <c:out>, or fn:escapeXml.',
  },
  {
    files: /\.(?:jsp|jspf|jspx|tag)$/i,
    pattern:
      /<s:property\b(?=[^>]{0,300}\sescape(?:Html)?\s{0,5}=\s{0,5}["']false["'])[^>]{0,300}\svalue\s{0,5}=\s{0,5}["']([^"']{1,160})["']|<c:out\b(?=[^>]{0,300}\sescapeXml\s{0,5}=\s{0,5}["']false["'])[^>]{0,300}\svalue\s{0,5}=\s{0,5}["']([^"']{1,160})["']/g,
    cure: 'Leave escaping on.',
  },
  {
    files: /\.(?:xhtml|jsf)$/i,
    pattern:
      /<h:output\w{1,10}(?=[^>]{0,300}\sescape\s{0,5}=\s{0,5}"false")[^>]{0,300}\svalue\s{0,5}=\s{0,5}"#\{([^}"]{1,160})\}/g,
    cure: 'Leave escape="false" away.',
  },
  {
    files: /\.(?:aspx|ascx|master)$/i,
    pattern: /<%[=#]\s{0,20}((?:Request\b|Eval\(|Bind\(|DataBinder)[^%]{1,160}?)\s{0,20}%>/g,
    cure: 'Use <%: … %>, which escapes.',
  },
  {
    files: /\.cshtml$|\.razor$/i,
    pattern:
      /@\(?\s{0,20}\(?MarkupString\)\s{0,20}([^)\n]{1,200})|new\s+HtmlString\(\s{0,20}([^)\n]{1,200})\)/g,
    cure: 'Write the value with @, which escapes.',
  },
  {
    files: /\.(?:ftl|ftlh)$/i,
    pattern: /\$\{([^}]{1,160}\?no_esc)\}|<#(noautoesc|noescape)>/g,
    cure: 'Leave escaping on.',
  },
  {
    files: /\.(?:mako|html?)$/i,
    pattern: /\$\{([^}|]{1,160})\|\s{0,20}n\s{0,20}\}/g,
    cure: 'Remove the filter.',
  },
];
