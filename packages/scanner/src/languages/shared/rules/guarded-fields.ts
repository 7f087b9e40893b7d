import type { FindingDraft } from '../../../rules/finding-draft.ts';
import type { SourceView } from '../../../rules/source-view.ts';

const locking: Record<string, { lock: RegExp; field: RegExp; declared: RegExp }> = {
  Go: {
    lock: /\b(\w+)\.(?:\w+\.)?(?:R?Lock)\s*\(\s*\)/,
    field: /\b\w+\.(\w+)(?:\[[^\]\n]{0,80}\])?\s*(?:\+\+|--|[-+*|]?=(?!=))/g,
    declared: /\bsync\.(?:RW)?Mutex\b/,
  },
  'C++': {
    lock: /\b(?:lock_guard|unique_lock|scoped_lock|shared_lock)\b|\.lock\s*\(\s*\)/,
    field:
      /(?<![\w.>])(?:this->)?([a-z]\w*_|m_\w+)(?:\[[^\]\n]{0,80}\])?\s*(?:\+\+|--|[-+*|]?=(?!=)|\.(?:push_back|emplace|insert|erase|clear|pop_front|pop_back)\s*\()/g,
    declared: /\b(?:std::)?(?:recursive_|shared_|timed_)?mutex\s+\w+\s*;/,
  },
};

/** Fields that one method changes under a lock and another without it. */
export function guardedFields(view: SourceView): FindingDraft[] {
  const words = locking[view.file.language ?? ''];
  if (words === undefined || !view.has(words.declared, 'code')) return [];
  const bodies = view.file.functions.map((fact) => ({
    fact,
    name: fact.name.slice(Math.max(fact.name.lastIndexOf('.'), fact.name.lastIndexOf(':')) + 1),
    text: view.linesOf(fact, 'code'),
    start: view.offsetOf(fact.line),
  }));
  const locked = bodies.filter(({ text }) => words.lock.test(text));
  if (locked.length === 0) return [];
  const drafts: FindingDraft[] = [];
  for (const body of bodies) {
    if (drafts.length >= 20) break;
    if (words.lock.test(body.text) || !isMethod(view, body)) continue;
    // The caller already holds the lock.
    const call = new RegExp(String.raw`\b${body.name}\s*\(`);
    if (bodies.some((other) => other !== body && call.test(other.text.slice(other.text.indexOf('{')))))
      continue;
    for (const match of body.text.matchAll(words.field)) {
      const [, field = ''] = match;
      const use = new RegExp(String.raw`(?<!\w)${field}\b`);
      const type = ownerOf(view, body);
      if (
        !locked.some((other) => ownerOf(view, other) === type && use.test(behindLock(other.text, words.lock)))
      )
        continue;
      if (!new RegExp(String.raw`(?:\.|^|[\s>])${field}\b`).test(match[0])) continue;
      drafts.push(draft(view, body.start + match.index, field));
      break;
    }
  }
  return drafts;
}

interface Body {
  fact: SourceView['file']['functions'][number];
  name: string;
  text: string;
}

function behindLock(text: string, lock: RegExp): string {
  return text.slice(text.search(lock));
}

/** The receiver type of a method. */
function ownerOf(view: SourceView, { fact, text }: Body): string {
  if (view.file.language === 'Go') return /^func\s*\(\s*\w+\s+\*?(\w+)/.exec(text)?.[1] ?? '';
  return fact.name.replace(/(?:\.|::)?[^.:]*$/, '');
}

function isMethod(view: SourceView, body: Body): boolean {
  if (ownerOf(view, body) === '') return false;
  if (
    /[lL]ocked$|[uU]nlocked$|Unsafe$|_impl$|Impl$|^~|^(?:init|Init|setup|reset|New|Close|Reset|Start)/.test(
      body.name,
    )
  )
    return false;
  // Constructors and destructors run on one thread only.
  if (view.file.language === 'C++')
    return ownerOf(view, body).split(/\.|::/).at(-1) !== body.name && !/^operator/.test(body.name);
  return /^[A-Z]/.test(body.name);
}

function draft(view: SourceView, offset: number, field: string): FindingDraft {
  const line = view.lineAt(offset);
  return {
    ruleId: 'reliability/unguarded-field',
    subject: field,
    impact: 'hygiene',
    exposure: view.exposure,
    confidence: 0.55,
    cwe: ['CWE-362', 'CWE-820', 'CWE-667'],
    file: view.path,
    line,
    column: view.columnAt(offset),
    snippet: view.lineText(line),
    description: 'Two threads that change it at once corrupt it, or crash the process.',
    recommendation: 'Hold the same lock here.',
    source: 'code',
    symbol: view.symbolAt(line),
  };
}
