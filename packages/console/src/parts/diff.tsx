import { diffLines } from 'diff';

interface DiffProps {
  before: string;
  after: string;
  label: string;
}

/** A line-by-line diff; signs convey what the colours do. */
export function Diff({ before, after, label }: DiffProps) {
  const parts = diffLines(before, after);
  if (parts.every(({ added, removed }) => !added && !removed)) {
    return <p className="quiet">Nothing differs.</p>;
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <pre className="diff" tabIndex={0} role="region" aria-label={label}>
      {parts.map(({ added, removed, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name
        <span key={at} className={added ? 'diff-added' : removed ? 'diff-removed' : 'diff-same'}>
          {value.replace(/^(?=.|\n)/gm, added ? '+ ' : removed ? '- ' : '  ').replace(/(\n)[+\- ] $/, '$1')}
        </span>
      ))}
    </pre>
  );
}
