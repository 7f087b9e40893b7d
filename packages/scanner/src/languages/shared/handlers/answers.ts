import { bitOf, maskOf } from '../../../flow/kinds.ts';

const answering = maskOf('sql', 'nosql', 'command', 'ldap');
const reading = maskOf('path', 'ssrf');

/** The call returns the answer of the database, program, file or server, not its own arguments. */
export function isAnswer(sunk: number, name: string): boolean {
  if ((sunk & answering) !== 0) return !/^(?:prepare|raw|text|literal|Sql|SQL|unsafe)$/.test(name);
  if ((sunk & reading) === 0) return false;
  if ((sunk & bitOf('ssrf')) !== 0)
    return /^(?:get|post|put|patch|delete|head|fetch|request|exchange|send|axios|got|urlopen|execute|getFor\w+|postFor\w+)$/.test(
      name,
    );
  return /^(?:read\w*|send\w*|open(?:Sync)?|stat\w*|exists\w*|list\w*|scandir|glob|createReadStream|lines|is_?file|is_?dir|getsize|file_get_contents|download|FileResponse)$/.test(
    name,
  );
}
