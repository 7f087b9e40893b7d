import { type SinkRule, type SourceRule, sink, source } from '../../../flow/language-model.ts';

/** What the documentation of common packages of Python names, beside the frameworks of the model. */
export const libraryCalls: readonly SourceRule[] = [
  source('http_parameter', 'input', /^web(?:\s|$)/),
  source(
    'http_parameter',
    'text_input text_area chat_input file_uploader',
    /^(?:st|streamlit)(?:\s|$)|\bsidebar\b/,
  ),
  source('message', 'recv', /websocket/i),
];

export const librarySinks: readonly SinkRule[] = [
  sink('sql', 'SQL', 0, /\b(?:sql|psycopg\d?|peewee)\b/, 'built'),
  sink(
    'sql',
    'sql query from_query',
    0,
    /\b(?:duckdb|records|bigquery|snowflake|clickhouse\w*|spark)\b/i,
    'built',
  ),
  sink(
    'nosql',
    'find_one_and_update find_one_and_delete find_one_and_replace replace_one map_reduce distinct',
    0,
    /collection|mongo|\bdb\b|\bcol\b|client/i,
    'object',
  ),
  sink('nosql', 'objects', ['__raw__']),
  sink(
    'nosql',
    'find find_one aggregate',
    ['filter', 'pipeline'],
    /collection|mongo|\bdb\b|client/i,
    'object',
  ),
  sink(
    'path',
    'walk symlink link lchown chown truncate utime replace access mkfifo mknod statvfs',
    0,
    /^os(?:\s|$)/,
  ),
  sink('path', 'glob iglob', 0, /^glob(?:\s|$)/),
  sink('path', 'unpack_archive', 0, /shutil/),
  sink('path', 'imread imwrite', 0, /\b(?:cv2|imageio|skimage)\b/),
  sink('path', 'load save loadtxt savetxt genfromtxt fromfile', 0, /^(?:np|numpy)(?:\s|$)/),
  sink('ssrf', 'goto', 0, /page|playwright/i),
  sink('ssrf', 'get', 0, /\b(?:driver|browser|webdriver)\b/i),
  sink('ssrf', 'from_url', 0, /\b(?:pdfkit|imgkit)\b/),
  sink('ssrf', 'HTML', ['url'], /weasyprint|^\s*$/),
  sink('ssrf', 'parse', 0, /^feedparser(?:\s|$)/),
  sink('ssrf', 'ws_connect', 0),
  sink(
    'ssrf',
    'FTP FTP_TLS SMTP SMTP_SSL IMAP4 IMAP4_SSL POP3 Telnet',
    0,
    /\b(?:ftplib|smtplib|imaplib|poplib|telnetlib)\b|^\s*$/,
  ),
  sink('template', 'PageTemplate SimpleTemplate MarkupTemplate TextTemplate', 0),
  sink('template', 'render', 0, /\b(?:chevron|pystache)\b/),
  sink('deserialization', 'loads load', 0, /\bcloudpickle\b/),
  sink('xpath', 'xpathEval xpathEvalExpression', 0),
  sink('xpath', 'find_elements find_element', 1, /driver/i, 'built'),
];
