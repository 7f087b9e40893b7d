import { useRef } from 'react';
import { useRead } from '../../api/read.ts';
import { Choice, type Option } from '../../parts/fields.tsx';

const known: Option[] = [
  { id: 'first_name', label: 'First name' },
  { id: 'last_name', label: 'Last name' },
  { id: 'full_name', label: 'Full name' },
  { id: 'title', label: 'Title' },
  { id: 'company', label: 'Company' },
  { id: 'domain', label: 'Domain' },
  { id: 'country', label: 'Country' },
  { id: 'sender_name', label: "Sender's name" },
  { id: 'booking_url', label: 'Link to book a meeting' },
  { id: 'unsubscribe_url', label: 'Link to unsubscribe' },
];

/** Names available in a text: lead fields, and columns from the newest leads' imports. */
function useFieldNames(): Option[] {
  const leads = useRead('listLeads', { query: { limit: 30 } });
  const columns = (leads.data?.leads ?? []).flatMap(({ custom_fields: custom }) => Object.keys(custom));
  const names = [...new Set(columns)].sort();
  return [...known, ...names.map((name) => ({ id: expressionOf(name), label: name }))];
}

/** Column names can contain anything. */
function expressionOf(column: string): string {
  if (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(column)) return column;
  return column.includes('"') ? `lead['${column}']` : `lead["${column}"]`;
}

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** Inserts a field at the last cursor position in a text of `within`; texts are marked with `data-insert`. */
export function useInsert() {
  const last = useRef<TextElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const note = (target: EventTarget) => {
    if (isText(target) && target.closest('[data-insert]')) last.current = target;
  };
  const insert = (expression: string) => {
    const noted = last.current?.isConnected ? last.current : null;
    const element = noted ?? card.current?.querySelector<TextElement>('[data-insert] textarea');
    if (!element) return;
    // The list first returns the focus to its button.
    setTimeout(() => {
      element.focus();
      const [from, end] = [element.selectionStart ?? 0, element.selectionEnd ?? 0];
      element.setRangeText(`{{ ${expression} }}`, from, end, 'end');
      element.dispatchEvent(new Event('input', { bubbles: true }));
    }, 50);
  };
  return { card, note, insert };
}

function isText(target: EventTarget): target is TextElement {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}

export function InsertField({ onInsert }: { onInsert: (expression: string) => void }) {
  const options = useFieldNames();
  return (
    <Choice
      label="Insert a field"
      value=""
      onChange={onInsert}
      options={[{ id: '', label: 'Choose …' }, ...options]}
    />
  );
}
