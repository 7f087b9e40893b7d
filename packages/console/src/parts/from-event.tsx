import { Braces } from 'lucide-react';
import type { Completion } from './code-editor.tsx';
import { ActionMenu } from './menu.tsx';

/** So many are offered; others are written. */
const OFFERED = 80;

interface Source {
  /** What was typed stays where it is left out. */
  text?: string;
  isExpression: boolean;
}

interface FromEventProps {
  /** The value that is meant, for those who hear the page. */
  of: string;
  isExpression: boolean;
  completions: Completion[];
  onChange: (source: Source) => void;
}

/** Where a value comes from: typed here, a field of the event or of what earlier actions answered, or an expression. */
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
