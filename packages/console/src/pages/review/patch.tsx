import { parsePatch, type StructuredPatch } from 'diff';
import { Download } from 'lucide-react';
import { Button, CopyButton } from '../../parts/button.tsx';
import { download } from '../../parts/download.ts';
import { plural } from '../../parts/format.tsx';
import { Tokens, useTokens } from './source-lines.tsx';

interface PatchProps {
  text: string;
  /** Label for screen readers. */
  label: string;
  /** Name of the saved file. */
  name: string;
}

/** A coloured patch, to copy or save. Signs convey what the colours do. */
export function Patch({ text, label, name }: PatchProps) {
  const files = parsePatch(text);
  return (
    <div className="patch">
      <div className="patch-actions">
        <CopyButton text={text} label={`Copy ${label}`} />
        <Button kind="quiet" icon={Download} onPress={() => download(name, text, 'text/x-diff')}>
          Save
        </Button>
      </div>
      {files.map((file) => (
        <PatchedFile key={file.newFileName} of={file} label={label} />
      ))}
    </div>
  );
}

interface Line {
  sign: string;
  text: string;
  before?: number;
  after?: number;
}

function linesOf({ hunks }: StructuredPatch): Line[] {
  const lines: Line[] = [];
  for (const { oldStart, newStart, lines: texts } of hunks) {
    let [before, after] = [oldStart, newStart];
    if (lines.length > 0) lines.push({ sign: '⋯', text: '' });
    for (const line of texts) {
      const [sign, text] = [line.charAt(0), line.slice(1)];
      if (sign === '+') lines.push({ sign, text, after: after++ });
      else if (sign === '-') lines.push({ sign, text, before: before++ });
      else if (sign === ' ') lines.push({ sign, text, before: before++, after: after++ });
    }
  }
  return lines;
}

const classes: Record<string, string> = { '+': 'added', '-': 'removed', '⋯': 'gap' };

function PatchedFile({ of, label }: { of: StructuredPatch; label: string }) {
  const lines = linesOf(of);
  const isNew = of.oldFileName === '/dev/null';
  const name = (isNew ? of.newFileName : of.oldFileName)?.replace(/^[ab]\//, '') ?? '';
  const tokens = useTokens(
    name,
    lines.map(({ text }) => text),
  );
  const countOf = (sign: string) => lines.filter((line) => line.sign === sign).length;
  const [added, removed] = [countOf('+'), countOf('-')];
  return (
    <section aria-label={`${name} in ${label}`}>
      <p className="patch-file">
        <code>{name}</code>
        {isNew && <span className="quiet">new file</span>}
        <span className="patch-counts">
          <span className="added">+{added}</span> <span className="removed">−{removed}</span>
          <span className="unseen">
            {plural(added, 'line')} added, {removed} removed
          </span>
        </span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre className="source-code" tabIndex={0} role="region" aria-label={`${label}, ${name}`}>
        {lines.map(({ sign, before, after }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a patch stay in their order
          <span key={at} className={`source-line ${classes[sign] ?? ''}`}>
            <span className="source-number" aria-hidden>
              {before}
            </span>
            <span className="source-number" aria-hidden>
              {after}
            </span>
            <span className="source-sign">{sign}</span>
            <span className="source-text">
              <Tokens of={tokens[at]} />
              {'\n'}
            </span>
          </span>
        ))}
      </pre>
    </section>
  );
}
