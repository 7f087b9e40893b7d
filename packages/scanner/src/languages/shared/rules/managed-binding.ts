import type { FindingDraft } from '../../../rules/finding-draft.ts';
import type { SourceView } from '../../../rules/source-view.ts';
import { handlerAt, managedLanguages } from './managed-handlers.ts';

const entityClass =
  /@(?:Entity|Document|Table|MappedEntity|MappedSuperclass|RedisHash)\b(?:\s*\([^()]*\))?\s*(?:@\w+(?:\s*\([^()]*\))?\s*)*(?:[a-z]+\s+)*class\s+(\w+)|\bDbSet\s*<\s*(\w+)\s*>/g;
/** Fields that users must not set for themselves. */
const privileged =
  /\b(?:private|public|protected|internal|val|var)?\s*(?:[\w<>?.]+\s+)?_?(?:[iI]s)?(?:[aA]dmin(?:istrator)?|[rR]oles?|[sS]uperuser|[sS]taff|[mM]oderator|[aA]ccessLevel|[bB]alance|[cC]redits?|[oO]wner(?:Id)?|[vV]erified|[aA]pproved|[eE]nabled|[pP]ermissions?|[pP]asswordHash|[tT]enantId|[pP]remium|[pP]lan)\s*(?::|;|=|\{|,|\))/;
const boundParameter =
  /@(?:RequestBody|ModelAttribute|Body|BeanParam|Valid)\b(?:\s*\([^()]*\))?\s+(?:@\w+\s+)*(?:(?:final\s+)?([A-Z]\w*)\s+(\w+)|(\w+)\s*:\s*([A-Z]\w*))|(?:\[From(?:Body|Form)\]|[(,])\s*([A-Z]\w*)\s+(\w+)\s*(?=[,)])|\b(\w+)\s*=\s*[^;\n]{0,40}\bcall\.receive\s*<\s*([A-Z]\w*)\s*>|\b(\w+)\s*=\s*\w+\.bodyAsClass\s*(?:<\s*([A-Z]\w*)|\(\s*([A-Z]\w*))/g;
const notBound =
  /(?:Dto|DTO|Request|Command|Input|ViewModel|Form|Model|Query|Service|Repository|Logger|Context)$/;

/** Anything that a database context stores is a record, even if its class is not visible. */
const keptInContext =
  /\b_?(?:db|context|dbContext|ctx)\.\w+\.(?:Update|Add|AddAsync|Attach)\s*\(\s*\w+\s*[,)]/;

/** Database records that are bound from a request and stored unchanged, including fields that no form has. */
export function boundRecords(views: readonly SourceView[]): FindingDraft[] {
  const own = views.filter((view) =>
    (managedLanguages as readonly string[]).includes(view.file.language ?? ''),
  );
  const entities = new Set<string>();
  for (const view of own)
    for (const [, marked, derived = ''] of view.matchesOf(entityClass, 'code'))
      entities.add(marked ?? derived);
  const isKept = own.some((view) => view.file.language === 'C#' && view.has(keptInContext, 'code'));
  if (entities.size === 0 && !isKept) return [];
  const withRights = new Set<string>();
  for (const view of own)
    for (const match of view.matchesOf(/\bclass\s+(\w+)/g, 'code')) {
      const [, name = ''] = match;
      const isRecord = (isKept && view.file.language === 'C#') || entities.has(name);
      if (!isRecord || withRights.has(name)) continue;
      const [body = ''] = view.code.slice(match.index, match.index + 4_000).split(/\n\s*(?:[a-z]+ )*class\s/);
      if (privileged.test(body)) withRights.add(name);
    }
  if (withRights.size === 0) return [];
  return own
    .filter((view) => view.exposure === 'external')
    .flatMap((view) =>
      [...view.matchesOf(boundParameter, 'code')].flatMap((match) =>
        boundAt(view, match, withRights, entities),
      ),
    );
}

function boundAt(
  view: SourceView,
  match: RegExpExecArray,
  withRights: ReadonlySet<string>,
  entities: ReadonlySet<string>,
): FindingDraft[] {
  const type = match[1] ?? match[4] ?? match[5] ?? match[8] ?? match[10] ?? match[11];
  const name = match[2] ?? match[3] ?? match[6] ?? match[7] ?? match[9];
  if (type === undefined || name === undefined || notBound.test(type) || !withRights.has(type)) return [];
  const isSeen = entities.has(type);
  const end = match.index + match[0].length;
  const handler = handlerAt(view, end);
  if (handler === undefined) return [];
  if (
    match[5] !== undefined &&
    !/\[Http(?:Post|Put|Patch)|\[From(?:Body|Form)|Map(?:Post|Put|Patch)/.test(
      `${handler.head}${handler.code}`,
    )
  )
    return [];
  const kept = new RegExp(
    String.raw`\b(?:save|saveAndFlush|persist|merge|insert|insertOne|update|store|create|add|Add|AddAsync|Update|Attach|Insert|InsertOneAsync|Create|CreateAsync|UpdateAsync)\s*\(\s*${name}\s*[,)]|\b${name}\s*\.\s*(?:persist|save|update)\s*\(|\.Entry\s*\(\s*${name}\s*\)`,
  );
  // The bound fields are listed, or the protected ones are reset.
  if (
    !kept.test(handler.code) ||
    (!isSeen && !keptInContext.test(handler.code)) ||
    /\[Bind\b|\bsetAllowedFields|setDisallowedFields|TryUpdateModel/.test(`${handler.head}${view.code}`) ||
    new RegExp(
      String.raw`\b${name}\s*\.\s*(?:set)?_?(?:is)?(?:Role|Admin|Owner|Balance|Verified|Approved|TenantId)\w*\s*(?:\(|=[^=])`,
      'i',
    ).test(handler.code)
  )
    return [];
  const line = view.lineAt(end);
  return [
    {
      ruleId: 'access/mass-assignment',
      impact: 'weakening',
      exposure: 'external',
      confidence: 0.6,
      cwe: ['CWE-915', 'CWE-1321'],
      file: view.path,
      line,
      snippet: view.lineText(line),
      description: `${type} has fields that no form shows, such as a role or an owner; whoever sends them sets them.`,
      recommendation: 'Bind to a separate type with the fields that may be set, and copy them.',
      source: 'code',
      symbol: view.symbolAt(line),
    },
  ];
}
