import { expect, test } from 'vitest';
import { factsOf, stepText } from './span-words.ts';

test('steps and facts are told in words, those too that nobody has written words for', () => {
  expect(stepText('smtp.send')).toBe('The mail was handed to the mail server');
  expect(stepText('chat claude-sonnet-4-5')).toBe('The language model claude-sonnet-4-5 was asked');
  expect(stepText('sms.hand_over')).toBe('Sms hand over');
  expect(
    factsOf({
      ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 1200, 'trivium.rule': '' },
      ...{ 'trivium.confidence': 0.93, 'trivium.machine': false, 'a.new_fact': 'x' },
    }),
  ).toEqual(['tokens read: 1,200', '93.0 % sure', 'by a person', 'new fact: x']);
});
