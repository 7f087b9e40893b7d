import { useQuery } from '@tanstack/react-query';
import { describeRoles, toneOf } from './flow.tsx';
import { parserFor, type Token, tokensOf } from './languages.ts';

export interface SourceLine {
  /** Undefined for a gap between known lines. */
  number: number | undefined;
  text: string;
  isMarked?: boolean;
  /** The line's roles in a data flow, such as `source`. */
  roles?: string[] | undefined;
}

/** Highlighted text, once the language's grammar is loaded; plain until then. */
export function useTokens(file: string, lines: string[]): Token[][] {
  const parser = useQuery({
    queryKey: ['grammar', /\.[^./]*$/.exec(file)?.[0] ?? ''],
    queryFn: async () => (await parserFor(file)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!parser.data) return lines.map((text) => [{ text, classes: '' }]);
  return tokensOf(lines, parser.data);
}

export function Tokens({ of }: { of: Token[] | undefined }) {
  return (of ?? []).map(({ text, classes }, at) =>
    classes === '' ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have no other name
      <span key={at} className={classes}>
        {text}
      </span>
    ),
  );
}

/** Lines of a file with their numbers. */
export function SourceLines({ file, lines, label }: { file: string; lines: SourceLine[]; label: string }) {
  const tokens = useTokens(
    file,
    lines.map(({ text }) => text),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <pre className="source-code" tabIndex={0} role="region" aria-label={label}>
      {lines.map(({ number, isMarked, roles }, at) => (
        <span key={number ?? `gap ${at}`} className={isMarked ? 'source-line marked' : 'source-line'}>
          <span className="source-number" aria-hidden>
            {number ?? '⋯'}
          </span>
          <span className="source-text">
            <Tokens of={tokens[at]} />
            {roles !== undefined && (
              <span className={`source-note ${toneOf(roles)}`}>{describeRoles(roles)}</span>
            )}
            {'\n'}
          </span>
        </span>
      ))}
    </pre>
  );
}
