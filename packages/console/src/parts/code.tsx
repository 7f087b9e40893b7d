import { highlightCode, tagHighlighter, tags } from '@lezer/highlight';
import { parser as jsonParser } from '@lezer/json';
import type { ReactNode } from 'react';
import { parseExactly } from '../api/exact-numbers.ts';
import { CopyButton } from './button.tsx';

/** Uses classes, since the page's CSP forbids inline styles. */
export const highlighter = tagHighlighter([
  { tag: tags.propertyName, class: 'tok-name' },
  { tag: tags.string, class: 'tok-string' },
  { tag: tags.number, class: 'tok-number' },
  { tag: [tags.bool, tags.null], class: 'tok-atom' },
  { tag: [tags.keyword, tags.variableName], class: 'tok-atom' },
  { tag: [tags.punctuation, tags.comment], class: 'tok-quiet' },
]);
/** Longer texts are not highlighted, so that the page stays responsive. */
const MAX_COLOURED = 100_000;

interface CodeProps {
  text: string;
  /** A label for screen readers, also used by the copy button. */
  label: string;
  language?: 'json' | 'text';
}

/** Highlighted source text, scrollable, with a copy button. */
export function Code({ text, label, language = 'text' }: CodeProps) {
  return (
    <div className="code-box">
      <CopyButton text={text} label={`Copy ${label}`} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre tabIndex={0} role="region" aria-label={label}>
        {language === 'json' && text.length <= MAX_COLOURED ? coloured(text) : text}
      </pre>
    </div>
  );
}

function coloured(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  const add = (part: string, classes: string) => {
    const key = parts.length;
    parts.push(
      classes === '' ? (
        part
      ) : (
        <span key={key} className={classes}>
          {part}
        </span>
      ),
    );
  };
  highlightCode(text, jsonParser.parse(text), highlighter, add, () => parts.push('\n'));
  return parts;
}

/** A value as multi-line JSON. */
export function Json({ value, label }: { value: unknown; label: string }) {
  return <Code text={JSON.stringify(value, null, 2) ?? 'null'} label={label} language="json" />;
}

/** A body as sent: formatted if it is JSON, else the plain text. */
export function BodyText({ text, label }: { text: string; label: string }) {
  let value: unknown;
  try {
    value = parseExactly(text);
  } catch {
    return text === '' ? <p className="quiet">The body is empty.</p> : <Code text={text} label={label} />;
  }
  return <Json value={value} label={label} />;
}
