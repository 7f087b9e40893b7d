import { type SinkRule, sink } from '../../../flow/language-model.ts';

const clients =
  /\b(?:HTTParty|RestClient|Faraday|Excon|Typhoeus|HTTPClient|HTTPX|HTTP|Curl|Down|Mechanize|Patron|OpenURI|URI)\b|Net::HTTP/;

/** Sources and sinks of common gems, from their documentation, in addition to Rails and the standard library. */
export const librarySinks: readonly SinkRule[] = [
  sink('ssrf', 'download execute perform easy_get http_get get! post! put! delete! run', 0, clients),
  sink('ssrf', 'Excon Curl::Easy', 0),
  sink('ssrf', 'execute', ['url'], /\bRestClient::Request\b/),
  sink('path', 'extract', 0, /\bentry\b|\bzip\b|Zip/i),
  sink(
    'path',
    'cp cp_r mv rm rm_f rm_rf rm_r mkdir mkdir_p ln ln_s ln_sf install touch chmod chown copy_entry remove_entry',
    '*',
    /\bFileUtils\b/,
  ),
  sink('path', 'mktmpdir', 0, /\bDir\b/),
  sink('path', 'open get_entry', 0, /\bZip::File\b/),
  sink('command', 'spawn', 0, /\bPTY\b/),
  sink('command', 'pipeline pipeline_r pipeline_w pipeline_rw pipeline_start', '*', /\bOpen3\b/, 'text'),
  sink('command', 'exec! exec', 0, /\bssh\b|Net::SSH/i, 'text'),
  sink('sql', 'literal_append lit', 0, /\bSequel\b|[dD]ataset/, 'built'),
  sink('sql', 'lit', 0, /\bSequel\b/),
  sink('sql', 'reorder', 0, /^\s*\S*\s+\S*\s*[A-Z]\w*$|model|scope/, 'text'),
  sink('code', 'instance_exec class_exec', 0, undefined, 'text'),
  sink('code', 'define_method alias_method remove_method instance_variable_get class_variable_get', 0),
  sink('template', 'parse', 0, /\bMustache\b|\bLiquid::Template\b/),
  sink('template', 'render', 0, /\bMustache\b/),
];
