import { Buffer } from 'node:buffer';
import { isPlaceholder } from './placeholder.ts';

/** A password that is recognized by its place, not by the name of a variable. */
export interface PlacedPassword {
  title: string;
  value: string;
  start: number;
  /** It is a dictionary word, or only for this machine. */
  isWeak: boolean;
}

const logins =
  /\b(?:curl|wget|http|https)\b[^\n|;]{0,300}?\s(?:-u|-U|--user|--proxy-user|-a|--auth)[ =]?(["']?)([\w.@\\-]{1,80}):([^\s"'`$<>{}]{4,120})\1(?=\s|$)/g;
const settings =
  /\.(?:tf|tfvars|hcl|ya?ml|json|xml|config|env|properties|ini|toml|sh|ps1|bat|cmd|bicep)$|(?:^|\/)\.env/i;
const connections =
  /\b(?:Data Source|Server|Host|Address|Endpoint|Initial Catalog|Database|User ID|Uid|Username|AccountName)\s*=\s*[^"'`\n]{1,300}?;\s*(?:Password|Pwd)\s*=\s*([^;"'`{}$<>%\n\\]{4,100})/gi;
const auths = /"auth"\s*:\s*"([A-Za-z0-9+/]{8,400}={0,2})"/g;

/** Logins on command lines, in connection strings, in files of Docker and PostgreSQL. */
export function placedPasswords(text: string, path: string): PlacedPassword[] {
  const found: PlacedPassword[] = [];
  const add = (title: string, value: string, start: number, password = value): void => {
    if (isPlaceholder(password) || /^(?:pass|password|passwd|pwd|token|secret)$/i.test(password)) return;
    found.push({ title, value, start, isWeak: /^[a-z]+$/i.test(password) });
  };
  if (/\s(?:-[uUa]|--(?:proxy-)?user|--auth)[ =]?["']?[\w.@\\-]+:/.test(text))
    for (const match of text.matchAll(logins)) {
      const [whole, quote = '', user = '', password = ''] = match;
      if (/^(?:user(?:name)?|login|name|foo)$/i.test(user) && /^(?:pass\w*|pwd|bar)$/i.test(password))
        continue;
      add(
        'Password on a command line',
        password,
        match.index + whole.length - quote.length - password.length,
      );
    }
  if (settings.test(path) && /;\s*(?:Password|Pwd)\s*=/i.test(text))
    for (const match of text.matchAll(connections)) {
      const [whole, written = ''] = match;
      add('Password in a connection', written.trimEnd(), match.index + whole.length - written.length);
    }
  if (/"auths"\s*:/.test(text))
    for (const match of text.matchAll(auths)) {
      const [whole, login = ''] = match;
      const [user = '', password = ''] = Buffer.from(login, 'base64').toString('utf8').split(':');
      if (!/^[\x20-\x7e]{1,200}$/.test(user) || !/^[\x20-\x7e]{4,}$/.test(password)) continue;
      add('Login of a registry', login, match.index + whole.length - 1 - login.length, password);
    }
  if (/(?:^|\/)\.?pgpass(?:\.conf)?$/.test(path))
    for (const match of text.matchAll(
      /^(?!#)(?:[^:\n\\]|\\.){1,100}:[\d*]{1,5}:[^:\n]{1,80}:[^:\n]{1,80}:(\S{4,200})$/gm,
    )) {
      const [whole, password = ''] = match;
      add('Password of a database', password, match.index + whole.length - password.length);
    }
  return found;
}
