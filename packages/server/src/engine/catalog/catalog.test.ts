import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Type } from 'typebox';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { required } from '../../kit/required.ts';
import { indexFacts } from './catalog.ts';
import { type CatalogKind, defineFact, type Fact, type Platform } from './fact.ts';
import {
  catalogEntries,
  type FactData,
  type FactKey,
  factByKey,
  factByName,
  facts,
  namesOf,
  platformOfName,
  primaryName,
  sampleFor,
} from './index.ts';

// The nine lists of "Event names by catalog" in the interface, in their order and spelling.
const interfaceCatalogs: [CatalogKind, Platform, string][] = [
  [
    'area',
    'contracts',
    'contract.created contract.deployed execution.started execution.completed execution.failed alert.triggered backup.completed scaling.event',
  ],
  [
    'area',
    'outreach',
    'campaign.created campaign.launched lead.imported lead.enriched lead.scored communication.sent communication.opened communication.replied meeting.booked slo.violated',
  ],
  [
    'area',
    'application_review',
    'application.uploaded analysis.completed review.started review.completed approval.granted component.promoted',
  ],
  [
    'webhooks',
    'application_review',
    'application.uploaded analysis.started analysis.completed review.started review.completed approval.granted approval.rejected component.promoted component.deprecated',
  ],
  [
    'webhooks',
    'outreach',
    'campaign.created campaign.launched campaign.paused campaign.completed lead.imported lead.enriched communication.sent communication.opened communication.replied meeting.booked slo.violated budget.threshold_reached',
  ],
  [
    'webhooks',
    'contracts',
    'contract.created contract.deployed contract.deployment_failed execution.confirmed execution.failed alert.triggered backup.completed backup.failed scaling.event',
  ],
  [
    'events',
    'application_review',
    'code.upload.complete code.analysis.complete review.agent.complete review.multi-agent.complete readiness.scored component.promoted application.approved application.archived',
  ],
  [
    'events',
    'outreach',
    'campaign.created campaign.launched lead.enriched lead.scored outreach.sent outreach.replied meeting.booked compliance.blocked',
  ],
  [
    'events',
    'contracts',
    'contract.created contract.deployed contract.executed contract.failed backup.completed scaling.node-added alert.triggered',
  ],
];

const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
addFormats.default(ajv);

function fact(key: string, names: Fact['names']): Fact {
  const data = Type.Object({ id: Type.String() });
  return defineFact({ key, platform: 'system', trigger: 'Never.', names, data, sample: { id: '1' } });
}

describe('the catalogues of the interface', () => {
  it.each(interfaceCatalogs)(
    '%s of %s contains exactly the names in the interface',
    (kind, platform, list) => {
      const held = facts.filter((f) => f.platform === platform).map((f) => f.names[kind]);
      expect(held.filter((name) => name !== undefined).sort()).toEqual(list.split(' ').sort());
    },
  );

  it('counts 77 listed names in all, none lost in this test', () => {
    expect(interfaceCatalogs.flatMap(([, , list]) => list.split(' '))).toHaveLength(77);
  });

  it('contains each listed name once, in the catalogues and on the platform that list it', () => {
    for (const name of new Set(interfaceCatalogs.flatMap(([, , list]) => list.split(' ')))) {
      const listing = interfaceCatalogs.filter(([, , list]) => list.split(' ').includes(name));
      const entries = catalogEntries().filter((entry) => entry.name === name);
      expect(entries, name).toHaveLength(1);
      expect(new Set(listing.map(([, platform]) => platform)), name).toEqual(new Set([entries[0]?.platform]));
      expect([...(entries[0]?.catalogs ?? [])].sort(), name).toEqual(listing.map(([kind]) => kind).sort());
    }
  });

  it('keeps its own names on the system platform', () => {
    const system = catalogEntries().filter((entry) => entry.platform === 'system');
    expect(system.map((entry) => entry.name)).toEqual([
      'access.configuration.changed',
      'access.key.created',
      'access.key.revoked',
      'access.key.rotated',
      'access.organization.created',
      'access.organization.erased',
      'access.organization.erasure_requested',
      'access.organization.export_requested',
      'access.organization.exported',
      'access.organization.quotas_changed',
      'access.organization.resumed',
      'access.organization.suspended',
      'access.user.invited',
      'access.user.joined',
      'access.user.password_changed',
      'access.user.password_link_made',
      'access.user.removed',
      'access.user.role_changed',
      'access.user.second_factor_enabled',
      'access.user.second_factor_removed',
      'access.user.sign_in_failed',
      'access.user.signed_in',
      'webhook.subscription.blocked',
      'webhook.subscription.disabled',
      'webhook.subscription.failing',
      'webhook.subscription.recovered',
    ]);
  });
});

describe('a fact with several names', () => {
  it.each([
    ['contract.executed', 'execution.confirmed', 'execution.completed'],
    ['contract.failed', 'execution.failed', 'execution.failed'],
    ['code.upload.complete', 'application.uploaded', 'application.uploaded'],
    ['code.analysis.complete', 'analysis.completed', 'analysis.completed'],
    ['review.multi-agent.complete', 'review.completed', 'review.completed'],
    ['application.approved', 'approval.granted', 'approval.granted'],
    ['outreach.sent', 'communication.sent', 'communication.sent'],
    ['outreach.replied', 'communication.replied', 'communication.replied'],
  ])('%s, %s and %s are one', (events, webhooks, area) => {
    const found = factByName(events);
    expect(found?.names).toEqual({ events, webhooks, area });
    expect(factByName(webhooks)).toBe(found);
    expect(factByName(area)).toBe(found);
  });

  it.each([
    ['scaling.event', 'scaling.node-added'],
    ['execution.failed', 'contract.deployment_failed'],
    ['execution.started', 'contract.executed'],
    ['review.agent.complete', 'review.completed'],
    ['analysis.started', 'analysis.completed'],
    ['communication.opened', 'communication.replied'],
    ['readiness.scored', 'analysis.completed'],
  ])('%s and %s are two', (one, other) => {
    expect(factByName(one)).toBeDefined();
    expect(factByName(one)).not.toBe(factByName(other));
  });

  it('has no name or key for two facts, and no fact without a name', () => {
    const taken = fact('taken', { events: 'a.one', webhooks: 'a.two' });
    expect(() => indexFacts([taken, fact('new', { area: 'a.two' })])).toThrow(/a\.two names two facts/);
    expect(() => indexFacts([taken, fact('taken', { area: 'a.three' })])).toThrow(/key taken/);
    expect(() => indexFacts([fact('nameless', {})])).toThrow(/no public name/);
  });

  it('is recorded with its Events API name, else its Webhooks API name, else its area name', () => {
    expect(primaryName(factByKey('execution_confirmed'))).toBe('contract.executed');
    expect(primaryName(factByKey('lead_imported'))).toBe('lead.imported');
    expect(primaryName(factByKey('analysis_started'))).toBe('analysis.started');
    expect(primaryName(factByKey('execution_started'))).toBe('execution.started');
    for (const f of facts) expect(primaryName(f)).toBe(f.names.events ?? f.names.webhooks ?? f.names.area);
  });

  it('has all its names, each once', () => {
    expect(namesOf(factByKey('execution_confirmed'))).toEqual([
      'contract.executed',
      'execution.confirmed',
      'execution.completed',
    ]);
    expect(namesOf(factByKey('contract_created'))).toEqual(['contract.created']);
  });

  it('has no names that clients invent', () => {
    for (const name of ['invoice.paid', 'contract', '', '__proto__', 'constructor']) {
      expect([factByName(name), platformOfName(name), sampleFor(name)]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
  });
});

describe('the content of the catalogue', () => {
  it('is sorted by name, and links the names of one fact to each other', () => {
    const names = catalogEntries().map((entry) => entry.name);
    expect(names).toEqual([...names].sort());
    for (const { name, aliases, platform, trigger } of catalogEntries()) {
      expect([name, ...aliases].sort()).toEqual(
        namesOf(required(factByName(name), 'factByName(name)')).sort(),
      );
      expect(platformOfName(name)).toBe(platform);
      expect(trigger).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('uses names that are valid event types', () => {
    for (const { name } of catalogEntries()) {
      expect(name).toMatch(/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/);
      expect(name.length).toBeLessThanOrEqual(255);
    }
    for (const f of facts) expect(f.key).toMatch(/^[a-z]+(_[a-z]+)+$/);
  });

  it('survives JSON unchanged, and cannot be modified', () => {
    expect(JSON.parse(JSON.stringify(catalogEntries()))).toEqual(catalogEntries());
    const sample = sampleFor('meeting.booked') as { attribution: { touchpoints: number } };
    expect(() => {
      sample.attribution.touchpoints = 0;
    }).toThrow(TypeError);
    expect(() => {
      (required(catalogEntries()[0], 'catalogEntries()[0]').schema as { type: string }).type = 'null';
    }).toThrow(TypeError);
  });

  it('has JSON Schema 2020-12 schemas that compile in strict mode', () => {
    for (const { name, schema } of catalogEntries()) {
      expect(schema.$schema, name).toBe('https://json-schema.org/draft/2020-12/schema');
      expect(() => ajv.compile(schema), name).not.toThrow();
    }
  });
});

describe('typed publishing', () => {
  it('gives each key its own payload type', () => {
    expectTypeOf<FactData<'meeting_booked'>['attribution']['touchpoints']>().toEqualTypeOf<number>();
    expectTypeOf<FactData<'component_deprecated'>['maturity_level']>().toEqualTypeOf<'deprecated'>();
    expectTypeOf<FactData<'backup_failed'>['backup_type']>().toEqualTypeOf<
      'full' | 'incremental' | 'differential'
    >();
    expectTypeOf<FactData<'execution_started'>['gas_used']>().toEqualTypeOf<number | null>();
    expectTypeOf<'contract.created'>().not.toExtend<FactKey>();
    // @ts-expect-error a payload without its lead is not one
    const wrong: FactData<'lead_enriched'> = { enrichment_id: 'enr_1', status: 'completed' };
    expect(wrong).toBeDefined();
  });
});
