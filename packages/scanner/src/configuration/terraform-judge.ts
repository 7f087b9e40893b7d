import type { ConfigRuleText } from './config-finding.ts';
import type { HclBlock } from './hcl-blocks.ts';
import { settingsByKind } from './terraform-settings.ts';
import { type Setting, settingRules } from './terraform-tables.ts';

/** The value at a path of a resource: its text, or only the line for a block. */
interface Place {
  text: string;
  line: number;
}

/** Checks settings of a resource that do not protect, including missing ones. */
export function checkSettings(
  block: HclBlock,
  add: (rule: ConfigRuleText, line: number, about: string) => void,
): void {
  if (block.type !== 'resource') return;
  const told = new Set<string>();
  for (const setting of settingsByKind.get(block.labels[0] ?? '') ?? []) {
    const [, path, rule] = setting;
    const place = placeOf(block, path.split('.'));
    if (told.has(`${rule} ${path}`) || !isWeak(setting, place)) continue;
    told.add(`${rule} ${path}`);
    add(settingRules[rule], place?.line ?? block.line, path);
  }
}

function isWeak([, , , judged]: Setting, place: Place | undefined): boolean {
  if (judged === 'set') return place === undefined;
  if (place === undefined) return judged === 'never' || judged === 'on';
  const { text } = place;
  if (judged === 'never' || judged === 'off') return text === 'true' || text === '"true"';
  if (judged === 'kept' || judged === 'on') return text === 'false' || text === '"false"';
  return judged.test(text);
}

function placeOf(block: HclBlock, [name = '', ...rest]: readonly string[]): Place | undefined {
  const own = block.attributes.get(name);
  if (rest.length === 0) {
    const inner = block.blocks.find((one) => one.type === name || isMade(one, name));
    return own ?? (inner && { text: 'block', line: inner.line });
  }
  for (const inner of block.blocks) {
    if (inner.type !== name && !isMade(inner, name)) continue;
    const found = placeOf(
      isMade(inner, name) ? (inner.blocks.find(({ type }) => type === 'content') ?? inner) : inner,
      rest,
    );
    if (found !== undefined) return found;
  }
  // metadata = { enable-oslogin = "false" }
  if (own === undefined) return undefined;
  const entry = new RegExp(`(?:^|[\\s{,"])${rest.join('.')}"?\\s*[=:]\\s*([^\\s,}]+)`).exec(own.text)?.[1];
  return entry === undefined ? undefined : { text: entry, line: own.line };
}

function isMade(block: HclBlock, name: string): boolean {
  return block.type === 'dynamic' && block.labels[0] === name;
}
