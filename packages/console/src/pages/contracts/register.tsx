import { useState } from 'react';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import { TriviumError } from '../../../../sdk/src/index.ts';
import { useShownCall } from '../../api/calls.tsx';
import { type Body, useApi, useMay } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { navigate, type PageProps, to, useFilters } from '../../app/router.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Code } from '../../parts/code.tsx';
import { Choice } from '../../parts/fields.tsx';
import { PageHead } from '../../parts/page.tsx';
import { MayNot, Refused, Shown } from '../../parts/states.tsx';
import { SubNav } from '../../parts/sub-nav.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { CodeFields, type CodeForm, type CodeKind, codeBodyOf, emptyCode } from './code-fields.tsx';
import { contractsCrumbs } from './contracts-nav.tsx';
import { networkOptions, useNetworks } from './networks.tsx';

type Template = ItemOf<'listContractTemplates'>;

const fromTemplate = { label: 'From a template', href: '#/contracts/new' };
const kinds = [
  fromTemplate,
  { label: 'From Solidity source', href: '#/contracts/new?from=source' },
  { label: 'From an ABI', href: '#/contracts/new?from=abi' },
];

/** Registers a contract from a template, source code or an ABI. Deploying comes later. */
export function RegisterPage({ search }: PageProps) {
  const [filters, change] = useFilters(search);
  const kind: CodeKind = filters.from === 'source' || filters.from === 'abi' ? filters.from : 'template';
  const templates = useRead('listContractTemplates', { query: { limit: 100 } });
  const mayChange = useMay('contracts:write');
  const here = kind === 'template' ? fromTemplate.href : `#/contracts/new?from=${kind}`;
  return (
    <>
      <PageHead
        title="Register a contract"
        crumbs={contractsCrumbs}
        lead="This stores its code and ABI. Deployment, with its cost, is the next step."
      />
      {mayChange ? (
        <>
          <SubNav label="Where the code comes from" links={kinds} here={here} />
          <Shown of={templates} lines={6}>
            {({ templates: known }) => (
              <RegisterForm
                key={kind}
                kind={kind}
                templates={known}
                templateId={filters.template ?? known[0]?.template_id ?? ''}
                onTemplate={(template) => change({ template })}
              />
            )}
          </Shown>
        </>
      ) : (
        <MayNot what="register contracts" scope="contracts:write" />
      )}
    </>
  );
}

interface FormProps {
  kind: CodeKind;
  templates: Template[];
  templateId: string;
  onTemplate: (id: string) => void;
}

const emptyForm = { name: '', description: '', network: 'devnet' };
const shownFields = ['name', 'source_code', 'abi', 'bytecode'];

function RegisterForm({ kind, templates, templateId, onTemplate }: FormProps) {
  const api = useApi();
  const [form, setForm] = useState(emptyForm);
  const [code, setCode] = useState<CodeForm>(emptyCode);
  const set = (field: keyof typeof emptyForm) => (value: string) =>
    setForm((now) => ({ ...now, [field]: value }));
  const body: Body<'createContract'> = {
    name: form.name,
    ...(form.description !== '' && { description: form.description }),
    network: form.network,
    ...(kind === 'template' ? { template_id: templateId } : codeBodyOf(kind, code)),
  };
  useShownCall({ operation: 'createContract', body, title: 'Register' });
  useUnsaved({ form, code });
  const register = useWrite(() => api.createContract({ body }), {
    quiet: true,
    done: () => `${form.name} is registered. Deploy it next.`,
    onDone: ({ id }) => navigate(`${to`contracts/${id}`}/deploy`),
  });
  const { error } = register;
  const isAtField = error instanceof TriviumError && shownFields.includes(error.field?.split('.')[0] ?? '');
  return (
    <form
      className="form register"
      onSubmit={(event) => {
        event.preventDefault();
        register.mutate();
      }}
    >
      {kind === 'template' && (
        <TemplateFields templates={templates} templateId={templateId} onTemplate={onTemplate} />
      )}
      <CodeFields kind={kind} form={code} onChange={setCode} error={error} />
      <TextInput
        label="Name"
        value={form.name}
        onChange={set('name')}
        isRequired
        placeholder="Loyalty points"
        hint="The name that people here know it by."
      />
      <TextInput label="Description" value={form.description} onChange={set('description')} />
      <Choice
        label="Network"
        value={form.network}
        onChange={set('network')}
        options={networkOptions(useNetworks(), form.network)}
        hint="The default for deployments and calls."
      />
      {!isAtField && <Refused error={error} />}
      <div className="form-actions">
        <LinkButton href="#/contracts">Cancel</LinkButton>
        <Button kind="main" type="submit" isBusy={register.isPending}>
          {register.isPending && kind !== 'abi' ? 'Compiling …' : 'Register'}
        </Button>
      </div>
    </form>
  );
}

function TemplateFields({ templates, templateId, onTemplate }: Omit<FormProps, 'kind'>) {
  const chosen = templates.find(({ template_id: id }) => id === templateId);
  return (
    <>
      <Choice
        label="Template"
        value={templateId}
        onChange={onTemplate}
        options={templates.map(({ template_id: id, name, description }) => ({
          id,
          label: name,
          detail: description,
        }))}
        hint={chosen?.description}
      />
      {chosen !== undefined && (
        <details className="nested">
          <summary>Its source</summary>
          <Code text={chosen.source_code} label={`Source of ${chosen.name}`} />
        </details>
      )}
    </>
  );
}
