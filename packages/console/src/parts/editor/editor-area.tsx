import {
  autocompletion,
  type CompletionContext,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, placeholder as placeholderText } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { pageNonce } from '../../app/page-nonce.ts';
import { highlighter } from '../code.tsx';
import type { Completion, EditorLanguage, LineProblem } from '../code-editor.tsx';
import { jsonataLanguage } from './jsonata-language.ts';
import { type Problem, problemsIn } from './problems.ts';

interface EditorAreaProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onProblem: (first: Problem | undefined) => void;
  language: EditorLanguage;
  placeholder?: string;
  completions?: Completion[];
  lineProblems?: LineProblem[];
  /** The line to scroll to; a new object scrolls again. */
  shownLine?: { line: number } | undefined;
  isRequired?: boolean | undefined;
  isInvalid: boolean;
  describedBy: string;
}

/** Delay after the last keystroke. */
const CHECK_MS = 300;

/** The editor itself. Tab leaves it, like any field. */
export function EditorArea(props: EditorAreaProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const attributes = useRef(new Compartment());
  const latest = useRef(props);
  latest.current = props;
  const { value, label, language, isInvalid, describedBy, isRequired, placeholder = '' } = props;
  const { lineProblems, shownLine } = props;
  const heard = contentAttributes({ label, isInvalid, describedBy, isRequired });
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once for each language; what changes is set below
  useEffect(() => {
    if (place.current === null) return undefined;
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          ...editing(language, () => latest.current),
          placeholderText(placeholder),
          attributes.current.of(EditorView.contentAttributes.of(heard)),
        ],
      }),
    });
    view.current = made;
    if (language === 'yaml') void addYaml(made);
    return () => made.destroy();
  }, [language]);
  useEffect(() => {
    const shown = view.current?.state.doc.toString();
    if (shown === undefined || shown === value) return;
    view.current?.dispatch({ changes: { from: 0, to: shown.length, insert: value } });
  }, [value]);
  useEffect(() => {
    const made = view.current;
    if (lineProblems === undefined || made === null) return;
    made.dispatch(
      setDiagnostics(
        made.state,
        lineProblems.map((one) => markOf(made.state, one)),
      ),
    );
  }, [lineProblems]);
  useEffect(() => {
    if (shownLine !== undefined && view.current !== null) goTo(view.current, shownLine.line);
  }, [shownLine]);
  const key = JSON.stringify(heard);
  useEffect(() => {
    const effects = attributes.current.reconfigure(EditorView.contentAttributes.of(JSON.parse(key)));
    view.current?.dispatch({ effects });
  }, [key]);
  return <div ref={place} />;
}

function contentAttributes({
  label,
  isInvalid,
  describedBy,
  isRequired,
}: Pick<EditorAreaProps, 'label' | 'isInvalid' | 'describedBy' | 'isRequired'>): Record<string, string> {
  return {
    'aria-label': label,
    'aria-describedby': describedBy,
    ...(isRequired && { 'aria-required': 'true' }),
    ...(isInvalid && { 'aria-invalid': 'true' }),
    spellcheck: 'false',
  };
}

function lineAt({ doc }: EditorState, line: number) {
  return doc.line(Math.min(Math.max(line, 1), doc.lines));
}

function markOf(state: EditorState, { line, message }: LineProblem): Diagnostic {
  const { from, to, text } = lineAt(state, line);
  return { from: from + (text.length - text.trimStart().length), to, severity: 'error', message };
}

function goTo(view: EditorView, line: number): void {
  const { from } = lineAt(view.state, line);
  view.focus();
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
}

const grammar = new Compartment();

/** The grammar is loaded with the first YAML text. */
async function addYaml(view: EditorView): Promise<void> {
  const { yaml } = await import('@codemirror/lang-yaml');
  view.dispatch({ effects: grammar.reconfigure(yaml()) });
}

/** Extensions for one language. YAML is checked by the service, line by line. */
function ofLanguage(language: EditorLanguage, check: Extension): Extension[] {
  if (language === 'yaml') return [grammar.of([]), lineNumbers(), lintGutter()];
  return [language === 'jsonata' ? jsonataLanguage : json(), check];
}

function editing(language: EditorLanguage, props: () => EditorAreaProps): Extension[] {
  const check = linter(
    ({ state }) => {
      const problems = problemsIn(state.doc.toString(), language);
      props().onProblem(problems[0]);
      return problems.map((one) => ({ ...one, severity: 'error' as const }));
    },
    { delay: CHECK_MS },
  );
  return [
    // The page's CSP allows only styles with its nonce.
    EditorView.cspNonce.of(pageNonce()),
    history(),
    closeBrackets(),
    bracketMatching(),
    indentOnInput(),
    EditorView.lineWrapping,
    ...ofLanguage(language, check),
    syntaxHighlighting(highlighter),
    autocompletion({ override: [(context) => complete(context, props())] }),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...lintKeymap,
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    EditorView.domEventHandlers({ beforeinput: typeOver }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) props().onChange(update.state.doc.toString());
    }),
  ];
}

/**
 * Typing over highlighted text: the browser would preserve its colour with a style attribute, which the
 * page's CSP blocks.
 */
function typeOver(event: InputEvent, view: EditorView): boolean {
  const { data, inputType } = event;
  const selected = document.getSelection();
  // Input from a program has no target range; the page's selection is newer than the editor's.
  const range = event.getTargetRanges()[0] ?? (selected?.rangeCount ? selected.getRangeAt(0) : undefined);
  if (inputType !== 'insertText' || data === null || !range || !event.cancelable || view.composing)
    return false;
  const from = view.posAtDOM(range.startContainer, range.startOffset);
  const to = view.posAtDOM(range.endContainer, range.endOffset);
  if (from >= to) return false;
  event.preventDefault();
  const typed = () =>
    view.state.update({
      changes: { from, to, insert: data },
      selection: { anchor: from + data.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    });
  const handlers = view.state.facet(EditorView.inputHandler);
  if (!handlers.some((handle) => handle(view, from, to, data, typed))) view.dispatch(typed());
  return true;
}

/** Completions for a position: in templates only inside `{{ }}`, in JSON only inside strings. */
function complete(context: CompletionContext, { completions = [], language }: EditorAreaProps) {
  const word = context.matchBefore(/[$\w.]+/);
  if (completions.length === 0 || (word === null && !context.explicit)) return null;
  const { from, text } = context.state.doc.lineAt(context.pos);
  const before = text.slice(0, context.pos - from);
  if (language === 'template' && before.lastIndexOf('{{') <= before.lastIndexOf('}}')) return null;
  if (language === 'json' && before.split('"').length % 2 === 1) return null;
  return { from: word?.from ?? context.pos, options: completions, validFor: /^[$\w.]*$/ };
}
