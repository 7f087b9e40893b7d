import type { IndexedFile } from '../types/file-facts.ts';
import type { FixSite } from './fixer.ts';

const pagePackages =
  /^(?:react(?:-dom)?|preact|vue|svelte|jquery|lit|solid-js|@angular\/\w+|@ionic\/\w+|@vue\/\w+)$/;
const serverPackages =
  /^(?:express[\w-]*|koa|fastify|@nestjs\/\w+|@hapi\/\w+|restify|pg|mysql2?|mongoose|mongodb|sequelize|knex|typeorm|redis|ioredis|jsonwebtoken|passport[\w-]*|bcrypt(?:js)?|dotenv|nodemailer|body-parser|cookie-parser|multer|winston|socket\.io)$/;
const serverModules =
  /^(?:node:[\w/]+|fs(?:\/promises)?|path|http|https|net|tls|os|child_process|crypto|cluster|dns|zlib|stream|util|worker_threads)$/;
const serverUses =
  /\brequire\s*\(|\bprocess\.|\bmodule\.exports\b|\b__dirname\b|\breq\.(?:body|query|params)\b|\bapp\.(?:use|get|post|put|delete|all|listen)\s*\(/;
const pageUses = /\b(?:document|window|localStorage|sessionStorage|navigator)\.|\$\(/;
const pagePath =
  /(?:^|\/)(?:static|public|assets|resources|www|webapp|wwwroot|client|frontend|browser)\/.*\.[jt]sx?$/;

/** Where a script runs, by its imports and APIs, then by its importers, and only then by its folder. */
export function isForBrowsers({ finding, text, index }: FixSite): boolean {
  const own = index.files.find(({ path }) => path === finding.file);
  const side = sideOf(own, text);
  if (side !== undefined) return side === 'page';
  const importers = index.files.filter((file) => file.imports.some((one) => one.resolved === finding.file));
  const sides = importers.map((file) => sideOf(file, ''));
  if (sides.includes('page')) return true;
  return !sides.includes('server') && pagePath.test(finding.file);
}

function sideOf(file: IndexedFile | undefined, text: string): 'page' | 'server' | undefined {
  const imports = file?.imports ?? [];
  const has = (pattern: RegExp) => imports.some((one) => pattern.test(one.package ?? one.specifier));
  if (has(pagePackages) || /\.(?:[jt]sx|vue|svelte)$/.test(file?.path ?? '')) return 'page';
  if (has(serverModules) || has(serverPackages) || serverUses.test(text)) return 'server';
  return pageUses.test(text) ? 'page' : undefined;
}
