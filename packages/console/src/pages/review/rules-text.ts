import type { Document, YAMLMap, YAMLSeq } from 'yaml';
import type { Severity } from './severity.tsx';

/** What an organization says of one rule; what is left out stays. */
export interface RuleChoice {
  isOff?: boolean;
  /** Null: as the rule itself says. */
  severity?: Severity | null;
}

/** The text of the rules with another choice for one of them. Comments and what else stands there stay. */
export async function withChoice(text: string, id: string, { isOff, severity }: RuleChoice): Promise<string> {
  const { parseDocument } = await import('yaml');
  const whole = parseDocument(text);
  if (whole.errors.length > 0)
    throw new Error('The text of the rules cannot be read. Mend it by hand first.');
  if (whole.contents === null) whole.contents = whole.createNode({}) as never;
  if (isOff !== undefined) setDisabled(whole, id, isOff);
  if (severity !== undefined) setSeverity(whole, id, severity);
  const isEmpty = (whole.contents as unknown as YAMLMap).items.length === 0;
  return isEmpty ? '' : whole.toString({ lineWidth: 0 });
}

function setDisabled(whole: Document, id: string, isOff: boolean): void {
  const list = whole.get('disabled') as YAMLSeq<unknown> | undefined;
  const ids = (list?.toJSON() as string[] | undefined) ?? [];
  if (isOff === ids.includes(id)) return;
  if (!isOff) {
    for (const at of ids
      .keys()
      .filter((one) => ids[one] === id)
      .toArray()
      .toReversed())
      whole.deleteIn(['disabled', at]);
    if (list?.items.length === 0) whole.delete('disabled');
  } else if (list === undefined || ids.length === 0) whole.set('disabled', whole.createNode([id]));
  else whole.addIn(['disabled'], id);
}

function setSeverity(whole: Document, id: string, severity: Severity | null): void {
  if (severity !== null) {
    if (!whole.has('severity')) whole.set('severity', whole.createNode({}));
    whole.setIn(['severity', id], severity);
    return;
  }
  whole.deleteIn(['severity', id]);
  const given = whole.get('severity') as YAMLMap | undefined;
  if (given?.items.length === 0) whole.delete('severity');
}
