import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { Section } from '../../parts/page.tsx';
import type { FieldsProps } from './campaign-editor.tsx';
import { emptyStep, type StepForm } from './campaign-form.ts';
import { StepFields } from './step-fields.tsx';

interface SequenceProps extends FieldsProps {
  /** Called with the text being written. */
  onWrite: (step: number, variant?: string) => void;
}

/** The campaign's mails in order; an answer ends the sequence. */
export function SequenceEditor({ form, set, onWrite }: SequenceProps) {
  const { steps } = form;
  const change = (at: number, changed: Partial<StepForm>) =>
    set({ steps: steps.map((step, index) => (index === at ? { ...step, ...changed } : step)) });
  const move = (at: number, by: number) => {
    const moved = [...steps];
    moved.splice(at + by, 0, ...moved.splice(at, 1));
    set({ steps: moved });
  };
  return (
    <Section
      title="Steps"
      lead="Fields in braces are filled in for each lead, such as {{ first_name }} or a column of your import. Add a default for missing values: {{ first_name | default: 'there' }}. The unsubscribe link is added automatically."
    >
      <ol className="editor-steps">
        {steps.map((step, at) => (
          <li className="card" key={step.key}>
            <div className="step-head">
              <h3>Step {at + 1}</h3>
              <div className="actions">
                {at > 0 && (
                  <Button icon={ArrowUp} aria-label={`Move step ${at + 1} up`} onPress={() => move(at, -1)} />
                )}
                {at < steps.length - 1 && (
                  <Button
                    icon={ArrowDown}
                    aria-label={`Move step ${at + 1} down`}
                    onPress={() => move(at, 1)}
                  />
                )}
                {steps.length > 1 && (
                  <Button
                    icon={Trash2}
                    aria-label={`Remove step ${at + 1}`}
                    onPress={() => set({ steps: steps.filter((one) => one !== step) })}
                  />
                )}
              </div>
            </div>
            <StepFields
              step={step}
              isFirst={at === 0}
              change={(changed) => change(at, changed)}
              onWrite={(variant) => onWrite(at + 1, variant)}
            />
          </li>
        ))}
      </ol>
      <div>
        <Button icon={Plus} onPress={() => set({ steps: [...steps, emptyStep(false)] })}>
          Add a step
        </Button>
      </div>
    </Section>
  );
}
