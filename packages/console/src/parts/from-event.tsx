import { Braces } from 'lucide-react';
import type { Completion } from './code-editor.tsx';
import { ActionMenu } from './menu.tsx';

/** Number offered; others can be typed. */
const OFFERED = 80;

interface Source {
  /** When absent, the typed text stays. */
  text?: string;
  isExpression: boolean;
}

interface FromEventProps {
  /** The value's label for screen readers. */
  of: string;
  isExpression: boolean;
  completions: Completion[];
  onChange: (source: Source) => void;
}

/** Source of a value: typed, a field of the event or of an earlier result, or an expression. */
export function FromEvent({ of, isExpression, completions, onChange }: FromEventProps) {
  const fields = completions.slice(0, OFFERED).map(({ label: path, detail }) => ({
    label: detail === undefined ? path : `${path}: ${detail}`,
    run: () => onChange({ text: path, isExpression: true }),
  }));
  const other = isExpression
    ? { label: 'A value typed here', run: () => onChange({ text: '', isExpression: false }) }
    : { label: 'An expression of your own', run: () => onChange({ isExpression: true }) };
  return (
    <ActionMenu
      label={`From the event: ${of}`}
      text="From the event"
      icon={Braces}
      actions={[...fields, other]}
    />
  );
}
