import { describe, expect, it } from 'vitest';
import { checkChoice, checkChoosable } from './choosable-types.ts';

const refusalOf = (asked: string[], had: string[], choosable: string[]) => {
  try {
    checkChoice(asked, { had, choosable });
    return undefined;
  } catch (error) {
    const { code, field } = error as { code: string; field: string };
    return [code, field];
  }
};

describe('the holder of a portal link chooses', () => {
  it.each([
    [['order.paid'], ['order.paid', 'order.sent']],
    [['order.paid', 'order.sent'], ['order.*']],
    [['order.*'], ['order.*']],
    [['order.*.failed'], ['order.*']],
    [['order.paid.late'], ['order.*']],
    [['order.*'], ['*']],
    [['webhook.subscription.failing'], ['webhook.subscription.failing']],
  ])('%j among %j', (asked, choosable) => {
    expect(refusalOf(asked, [], choosable)).toBeUndefined();
  });

  it.each([
    [['order.paid'], ['order.sent']],
    [['*'], ['order.*']],
    [['*.paid'], ['order.*']],
    [['order.*'], ['order.paid']],
    [['order.*'], ['order.*.failed']],
    // These events are about receivers of others.
    [['webhook.subscription.failing'], ['*']],
    [['webhook.*'], ['*']],
    [['webhook.subscription.failing'], ['*.*.failing']],
  ])('not %j among %j', (asked, choosable) => {
    expect(refusalOf(asked, [], choosable)).toEqual(['forbidden', 'events.0']);
  });

  it('keeps the types that were set for them', () => {
    const had = ['invoice.sent', 'order.paid'];
    expect(refusalOf(['invoice.sent', 'order.sent'], had, ['order.*'])).toBeUndefined();
    expect(refusalOf(['order.paid'], had, ['order.*'])).toEqual(['forbidden', 'events']);
    expect(refusalOf(['invoice.sent', 'invoice.paid'], had, ['order.*'])).toEqual(['forbidden', 'events.1']);
  });
});

it('a link offers types and patterns', () => {
  expect(() => checkChoosable(['order.paid', 'order.*', '*'])).not.toThrow();
  expect(() => checkChoosable(['order.paid', 'Order'])).toThrow(/event_types\.1/);
});
