import { Play } from 'lucide-react';
import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi, useMay } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { type PageProps, to } from '../../app/router.tsx';
import { Button, CopyText } from '../../parts/button.tsx';
import { Json } from '../../parts/code.tsx';
import { CodeEditor } from '../../parts/code-editor.tsx';
import { count, duration, money, percent, Time } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { exampleOf, parseObject, type Schema } from '../../parts/schema-values.ts';
import { Refused, Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { type Agent, AgentStatus, engineText } from './agents.tsx';
import { LeadChoice, useLeadChoice } from './lead-choice.tsx';
import { outreachCrumbs } from './outreach-nav.tsx';

/** One agent: its performance, input and output, and a task to try it. */
export function AgentPage({ params: { id = '' } }: PageProps) {
  const agent = useRead('getAgent', { params: { id } });
  const mayTry = useMay('outreach:write');
  const found = agent.data;
  return (
    <>
      <PageHead
        title={found?.name ?? 'Agent'}
        crumbs={[...outreachCrumbs, { label: 'Agents', href: '#/outreach/agents' }]}
        beside={found && <AgentStatus of={found} />}
        {...(found && { lead: found.description })}
      />
      <Shown of={agent}>
        {(one) => (
          <>
            <Figures of={one} />
            {mayTry && <TryIt agent={one} />}
            <details className="nested">
              <summary>Input and output as JSON Schema</summary>
              <Json value={one.input_schema} label="Schema of the input" />
              <Json value={one.output_schema} label="Schema of the output" />
            </details>
          </>
        )}
      </Shown>
    </>
  );
}

function Figures({ of }: { of: Agent }) {
  const { metrics } = of;
  const isNew = metrics.total_executions === 0;
  return (
    <Facts
      of={{
        'Works by': engineText(of),
        Done: isNew ? 'Nothing yet' : count(metrics.total_executions),
        'Success rate': isNew ? undefined : percent(metrics.success_count, metrics.total_executions),
        'On average': isNew ? undefined : duration(metrics.avg_duration_ms),
        '95th percentile': isNew ? undefined : duration(metrics.p95_duration_ms),
        Cost: money(metrics.total_cost_usd),
        Last: of.last_execution_at && <Time at={of.last_execution_at} withExact />,
        Id: <CopyText text={of.id} label="id" />,
      }}
    />
  );
}

function TryIt({ agent }: { agent: Agent }) {
  const api = useApi();
  const [text, setText] = useState(() => JSON.stringify(exampleOf(agent.input_schema as Schema), null, 2));
  const lead = useLeadChoice();
  const input = parseObject(text);
  const params = { id: agent.id };
  const body = { input: input ?? {}, ...(lead.chosen && { lead_id: lead.chosen.id }) };
  useShownCall({ operation: 'executeAgent', params, body, title: 'Run the agent' });
  const execute = useWrite(() => api.executeAgent({ params, body }), { quiet: true });
  const { data } = execute;
  return (
    <Section title="Run the agent" lead="It runs as in a campaign, with the same limits and costs.">
      <form
        className="form narrow"
        onSubmit={(event) => {
          event.preventDefault();
          if (input !== undefined) execute.mutate();
        }}
      >
        <CodeEditor label="Input" language="json" value={text} onChange={setText} />
        <LeadChoice of={lead} hint="The lead to work on. Empty: only the input." />
        {input === undefined && <p className="field-error">The input is not a JSON object.</p>}
        <Refused error={execute.error} />
        <div className="form-actions">
          <Button kind="main" type="submit" icon={Play} isBusy={execute.isPending}>
            Run it
          </Button>
        </div>
      </form>
      {data !== undefined && (
        <>
          <p role="status">
            <Status state={data.status} tone={data.status === 'succeeded' ? 'good' : 'bad'} />{' '}
            {duration(data.metadata.duration_ms)}, {money(data.metadata.cost_usd)}.{' '}
            <a href={to`outreach/traces/${data.metadata.trace_id}`}>See its trace</a>
          </p>
          <Json value={data.output ?? data.error} label="Output" />
        </>
      )}
    </Section>
  );
}
