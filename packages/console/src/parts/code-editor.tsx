import { lazy, Suspense, useId, useState } from 'react';
import type { Problem } from './editor/problems.ts';
import type { FieldProps } from './text-input.tsx';

const EditorArea = lazy(async () => ({ default: (await import('./editor/editor-area.tsx')).EditorArea }));

/** `template`: JSON whose strings of the form `{{ expression }}` are JSONata. */
export type EditorLanguage = 'json' | 'template' | 'jsonata' | 'yaml';

/** A problem in a line, as reported by the service. */
export interface LineProblem {
  /** From 1. */
  line: number;
  message: string;
}

/** A completion offered while typing. */
export interface Completion {
  label: string;
  detail?: string;
}

interface CodeEditorProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  language: EditorLanguage;
  placeholder?: string;
  completions?: Completion[];
  /** Marked at their lines. */
  lineProblems?: LineProblem[];
  /** The line to scroll to; a new object scrolls again. */
  shownLine?: { line: number } | undefined;
  /** For a whole file. */
  isTall?: boolean;
  /** The label is for screen readers only, when the context already says what it is. */
  hidesLabel?: boolean;
}

/**
 * An editor for JSON, JSONata or YAML, with highlighting and checks while typing. Its library is loaded on
 * first use.
 */
export function CodeEditor({
  label,
  hint,
  error,
  hidesLabel = false,
  isTall = false,
  value,
  ...rest
}: CodeEditorProps) {
  const id = useId();
  const [problem, setProblem] = useState<Problem>();
  const told = error ?? problem?.message;
  return (
    <div
      className={`field code-editor${isTall ? ' tall' : ''}`}
      data-invalid={told !== undefined || undefined}
    >
      {!hidesLabel && (
        <span className="field-label" id={`${id}-label`}>
          {label}
        </span>
      )}
      <Suspense fallback={<pre className="input code editor-wait">{value}</pre>}>
        <EditorArea
          {...rest}
          label={label}
          value={value}
          onProblem={setProblem}
          isInvalid={told !== undefined}
          describedBy={`${id}-hint ${id}-error`}
        />
      </Suspense>
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <span className="field-error" id={`${id}-error`} role="status">
        {told}
      </span>
    </div>
  );
}
