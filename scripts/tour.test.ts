import { expect, test } from 'vitest';
import { Trivium } from '../packages/sdk/src/index.ts';
import { startTestService } from '../packages/server/src/app/testing/test-service.ts';
import { takeTour } from './tour/take-tour.ts';

test('the tour plays the whole story within a minute: chain, leads, review, workflows, webhooks, mail', async () => {
  const service = await startTestService();
  try {
    const trivium = new Trivium({ url: service.address, key: service.key });
    const said: string[] = [];
    const startedAt = performance.now();
    const eventId = await takeTour(trivium, { secret: 'of the tour', say: (text) => void said.push(text) });
    const story = said.join('\n');
    expect(story).toContain('5 rows, 3 new leads, 1 repeated, 1 not usable');
    expect(story).toMatch(/critical .*SQL built from input/);
    const told = ['application.approved', 'execution.started', 'contract.executed'];
    const places = told.map((type) => story.indexOf(`${type}  (`));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(story).toMatch(/webhooks came meanwhile, each with two right signatures/);
    expect(story).toContain('for ada.lovelace@engines.example');
    const { event } = await trivium.api.proveEvent({ params: { eventId } });
    expect(event.type).toBe('contract.executed');
    // A bound for a busy machine; it is less than half of it on a quiet one.
    expect(performance.now() - startedAt).toBeLessThan(120_000);
  } finally {
    await service.stop();
  }
});
