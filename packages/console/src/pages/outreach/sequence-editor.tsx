import { ArrowDown, ArrowUp, Plus, Split, Trash2 } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/fields.tsx';
import { Section } from '../../parts/page.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import type { FieldsProps } from './campaign-editor.tsx';
import { emptyStep, newKey, type StepForm, type VariantForm } from './campaign-form.ts';

const units = [
  { id: 'hours', label: 'hours' },
  { id: 'days', label: 'days' },
];
const conditions = [
  { id: 'always', label: 'To all who have not answered' },
  { id: 'if_opened', label: 'Who opened the mail before' },
  { id: 'if_not_opened', label: 'Who did not open the mail before' },
  { id: 'if_clicked', label: 'Who clicked' },
  { id: 'if_not_clicked', label: 'Who did not click' },
];

/** The mails of the campaign, one after the other; an answer ends the sequence. */
export function SequenceEditor({ form, set }: FieldsProps) {
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
      lead="Names in braces are filled in for each lead: {{ first_name }}, {{ company }}, {{ title }}, a column of your import, {{ booking_url }}. The unsubscribe link is added by itself."
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
            <StepFields step={step} isFirst={at === 0} change={(changed) => change(at, changed)} />
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

interface StepProps {
  step: StepForm;
  isFirst: boolean;
  change: (changed: Partial<StepForm>) => void;
}

function StepFields({ step, isFirst, change }: StepProps) {
  const { variants } = step;
  const addVariant = () => {
    const name = String.fromCharCode(65 + variants.length);
    const added = { key: newKey(), name, weight: '1', subject: '', body: '' };
    // Two texts are tried against each other: the first is the one that stands above.
    const first = { ...added, key: newKey(), name: 'A' };
    change({ variants: variants.length === 0 ? [first, { ...added, name: 'B' }] : [...variants, added] });
  };
  return (
    <div className="form">
      <div className="filters">
        <TextInput
          label={isFirst ? 'Time after the launch' : 'Time after the step before'}
          type="number"
          value={step.delay}
          onChange={(delay) => change({ delay })}
        />
        <Choice
          label="Unit"
          value={step.unit}
          onChange={(unit) => change({ unit: unit as 'hours' | 'days' })}
          options={units}
        />
        {!isFirst && (
          <Choice
            label="To whom"
            value={step.condition}
            onChange={(condition) => change({ condition })}
            options={conditions}
          />
        )}
      </div>
      <TextInput
        label="Subject"
        value={step.subject}
        onChange={(subject) => change({ subject })}
        {...(!isFirst && { hint: 'Empty: it continues the thread.' })}
      />
      <TextInput label="Text" rows={6} value={step.body} onChange={(body) => change({ body })} />
      <details className="nested" open={step.html !== ''}>
        <summary>HTML of its own</summary>
        <TextInput
          label="HTML"
          rows={5}
          isCode
          value={step.html}
          onChange={(html) => change({ html })}
          hint="Empty: it is made from the text."
        />
      </details>
      {variants.map((variant, at) => (
        <VariantFields
          key={variant.key}
          variant={variant}
          onRemove={() => change({ variants: variants.filter((one) => one !== variant) })}
          change={(changed) =>
            change({ variants: variants.map((one, index) => (index === at ? { ...one, ...changed } : one)) })
          }
        />
      ))}
      <div>
        <Button icon={Split} onPress={addVariant}>
          {variants.length === 0 ? 'Try two texts against each other' : 'Add a variant'}
        </Button>
      </div>
    </div>
  );
}

interface VariantProps {
  variant: VariantForm;
  change: (changed: Partial<VariantForm>) => void;
  onRemove: () => void;
}

function VariantFields({ variant, change, onRemove }: VariantProps) {
  return (
    <fieldset className="variant form" aria-label={`Variant ${variant.name}`}>
      <div className="filters">
        <TextInput label="Variant" value={variant.name} onChange={(name) => change({ name })} isRequired />
        <TextInput
          label="Weight"
          type="number"
          value={variant.weight}
          onChange={(weight) => change({ weight })}
        />
        <Button icon={Trash2} aria-label={`Remove variant ${variant.name}`} onPress={onRemove}>
          Remove
        </Button>
      </div>
      <TextInput
        label={`Subject of ${variant.name}`}
        value={variant.subject}
        onChange={(subject) => change({ subject })}
        hint="Empty: the step's."
      />
      <TextInput
        label={`Text of ${variant.name}`}
        rows={4}
        value={variant.body}
        onChange={(body) => change({ body })}
        hint="Empty: the step's."
      />
    </fieldset>
  );
}
