import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const servedText = {
  id: 'access/served-project-folder',
  impact: 'weakening',
  confidence: 0.65,
  cwe: ['CWE-552', 'CWE-219', 'CWE-538'],
  source: 'code',
  description: 'Anybody can read the code and the files next to it: settings, keys, databases, packages.',
  recommendation: 'Serve a folder that contains only what everybody may read, such as `public`.',
} as const;

/** The folder of the program itself, served to the network. */
export const servedFolders: readonly TextRule[] = [
  {
    ...servedText,
    languages: [...jsLanguages],
    pattern:
      /\b(?:(?:express|e)\.static|serveStatic|serve|koaStatic|static)\s*\(\s*(?:__dirname|process\.cwd\(\)|["'`]\.{0,2}\/?["'`]|path\.(?:join|resolve)\(\s*(?:__dirname|process\.cwd\(\))\s*(?:,\s*["'`](?:\.{1,2}\/?)?["'`]\s*)?\)|["'`](?:\.\/)?node_modules\/?["'`])\s*[,)]|\broot\s*:\s*(?:__dirname|process\.cwd\(\))\s*[,}]/g,
    // `root` is also a build option.
    refine: (match, view) =>
      view.exposure === 'external' &&
      (!match[0].startsWith('root') || /@fastify\/static|fastify-static|sendFile|send\(/.test(view.text)) &&
      (!/^(?:serve|static)\b/.test(match[0]) || /koa-static|serve-static|@hono|@elysiajs/.test(view.text)),
  },
  {
    ...servedText,
    languages: ['Python'],
    pattern:
      /\bStaticFiles\s*\(\s*directory\s*=\s*["']\.{0,2}\/?["']|\bFlask\s*\([^()\n]{0,120}\bstatic_folder\s*=\s*["']\.{0,2}\/?["']|\bsend_from_directory\s*\(\s*["']\.{0,2}\/?["']|\badd_static\s*\(\s*["'][^"'\n]{0,40}["']\s*,\s*["']\.{0,2}\/?["']|\bStaticFileHandler\s*,\s*\{\s*["']path["']\s*:\s*["']\.{0,2}\/?["']/g,
  },
  {
    ...servedText,
    languages: ['Go'],
    // The working directory usually contains the program's settings.
    pattern:
      /\b(?:http\.Dir|gin\.Dir)\s*\(\s*"\.{1,2}\/?"\s*[,)]|\.(?:Static|StaticFS)\s*\(\s*"[^"\n]{0,40}"\s*,\s*"\.{1,2}\/?"\s*\)/g,
    refine: (_match, view) => view.exposure === 'external',
  },
];
