import { count, percent, plural } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { delayText } from './delay-text.ts';
import { type Campaign, type Step, stepsOf, strategyOf, type Text } from './words.tsx';

/** The sequence by step, with texts and results. */
export function CampaignSteps({ campaign }: { campaign: Campaign }) {
  const steps = stepsOf(strategyOf(campaign));
  return (
    <Section title="Steps">
      {steps.length === 0 ? (
        <p className="quiet">
          No texts yet: at launch, simple steps are written from the offer and the description.
        </p>
      ) : (
        <ol className="steps">
          {steps.map((step, at) => (
            <StepCard key={step.step} step={step} isFirst={at === 0} campaign={campaign} />
          ))}
        </ol>
      )}
    </Section>
  );
}

const conditions: Record<string, string> = {
  if_opened: 'only who opened the mail before',
  if_not_opened: 'only who did not open the mail before',
  if_clicked: 'only who clicked',
  if_not_clicked: 'only who did not click',
};

function StepCard({ step, isFirst, campaign }: { step: Step; isFirst: boolean; campaign: Campaign }) {
  const { by_step: bySteps, by_variant: byVariants } = campaign.metrics;
  const figures = bySteps.find((one) => one.step === step.step);
  const variants = step.variants ?? [];
  const condition = conditions[step.condition ?? ''];
  return (
    <li className="card step">
      <h3>Step {step.step}</h3>
      <p className="quiet">
        {delayText(step.delay_hours ?? 0, isFirst)}
        {condition && `, ${condition}`}
      </p>
      {variants.length === 0 && <TextOf text={step} isFirst={isFirst} />}
      {figures !== undefined && figures.emails_sent > 0 && <Came of={figures} />}
      {variants.map((variant) => {
        const own = byVariants.find((one) => one.step === step.step && one.variant === variant.variant);
        return (
          <div key={variant.variant} className="variant">
            <p>
              <strong>Variant {variant.variant}</strong>
              <span className="quiet"> weight {variant.weight ?? 1}</span>
            </p>
            <TextOf text={{ ...step, ...variant }} isFirst={isFirst} />
            {own !== undefined && <Came of={own} />}
          </div>
        );
      })}
    </li>
  );
}

function TextOf({ text: { subject, body, html }, isFirst }: { text: Text; isFirst: boolean }) {
  return (
    <div className="mail-text">
      <p className="mail-subject" dir="auto">
        {subject || (isFirst ? 'No subject' : 'Continues the thread')}
      </p>
      {body && (
        <p className="mail-body" dir="auto">
          {body}
        </p>
      )}
      {!body && html && <p className="quiet">It has its own HTML.</p>}
    </div>
  );
}

type Figures = Campaign['metrics']['by_step'][number];

function Came({ of }: { of: Omit<Figures, 'step'> }) {
  return (
    <p className="quiet">
      {plural(of.emails_sent, 'mail')}, {percent(of.unique_opens, of.delivered)} opened,{' '}
      {percent(of.replies, of.delivered)} replied
      {of.positive_replies > 0 && `, ${count(of.positive_replies)} interested`}
      {of.bounces > 0 && `, ${count(of.bounces)} bounced`}
    </p>
  );
}
