import type { FaultDraft } from '../../../../rules/body-text.ts';

export type ValueFault =
  | 'overwrite'
  | 'underwrite'
  | 'overread'
  | 'underread'
  | 'index'
  | 'length'
  | 'overflow'
  | 'underflow'
  | 'truncation'
  | 'division'
  | 'null'
  | 'unchecked'
  | 'unchecked-file'
  | 'blank'
  | 'negative-size'
  | 'unbounded-allocation'
  | 'allocation-overflow'
  | 'freed-twice'
  | 'used-after'
  | 'freed-otherwise'
  | 'freed-foreign'
  | 'freed-inside'
  | 'leak'
  | 'file-left';

const outOfBounds = {
  impact: 'weakening',
  confidence: 0.75,
  recommendation: 'Use the size of the block itself, and check it first.',
} as const;

export const valueFaults: Record<ValueFault, FaultDraft> = {
  overwrite: {
    ...outOfBounds,
    ruleId: 'memory/known-overflow',
    cwe: ['CWE-787', 'CWE-121', 'CWE-122', 'CWE-120', 'CWE-805'],
    description: 'The memory after the block is overwritten, whatever the input is.',
  },
  underwrite: {
    ...outOfBounds,
    ruleId: 'memory/known-underflow',
    cwe: ['CWE-124', 'CWE-786', 'CWE-787'],
    description: 'The memory before the block is overwritten.',
  },
  overread: {
    ...outOfBounds,
    ruleId: 'memory/known-overread',
    cwe: ['CWE-126', 'CWE-125'],
    description:
      'The memory after the block is read: it may hold a secret, or reading it crashes the process.',
  },
  underread: {
    ...outOfBounds,
    ruleId: 'memory/known-underread',
    cwe: ['CWE-127', 'CWE-786', 'CWE-125'],
    description: 'The memory before the block is read.',
  },
  index: {
    ruleId: 'memory/unchecked-index',
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-129', 'CWE-787', 'CWE-125', 'CWE-119'],
    description:
      'A number outside the bounds of the array reads or writes memory that belongs to something else.',
    recommendation: 'Refuse negative numbers and those that are not below the size.',
  },
  length: {
    ruleId: 'memory/unchecked-length',
    impact: 'weakening',
    confidence: 0.5,
    cwe: ['CWE-120', 'CWE-787', 'CWE-125', 'CWE-805'],
    description: 'Whoever writes the data chooses how much is copied.',
    recommendation: 'Refuse lengths larger than the buffer or than what was received.',
  },
  overflow: {
    ruleId: 'memory/number-overflow',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-190', 'CWE-682'],
    description: 'The number comes from outside, nothing limits it, and the result wraps around.',
    recommendation: 'Check the bounds of the type first.',
  },
  underflow: {
    ruleId: 'memory/number-underflow',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-191', 'CWE-682'],
    description: 'The number comes from outside, nothing limits it, and the result wraps around.',
    recommendation: 'Check the bounds of the type first.',
  },
  truncation: {
    ruleId: 'memory/number-truncation',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-197', 'CWE-681'],
    description: 'Its upper bits are lost: the value that is used is not the one that was checked or meant.',
    recommendation: 'Refuse numbers that the smaller type cannot hold.',
  },
  division: {
    ruleId: 'reliability/division-by-input',
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-369'],
    description: 'Division by zero crashes the process.',
    recommendation: 'Check for zero first.',
  },
  null: {
    ruleId: 'memory/null-dereference',
    impact: 'hygiene',
    confidence: 0.65,
    cwe: ['CWE-476'],
    description: 'Reading or writing through NULL crashes the process.',
    recommendation: 'Check for NULL, and return if there is nothing.',
  },
  unchecked: {
    ruleId: 'memory/unchecked-allocation',
    impact: 'hygiene',
    confidence: 0.45,
    cwe: ['CWE-690', 'CWE-476', 'CWE-252'],
    description:
      'If the call has nothing to return, it returns NULL, and dereferencing it crashes the process.',
    recommendation: 'Check for NULL first.',
  },
  'unchecked-file': {
    ruleId: 'memory/unchecked-file',
    impact: 'hygiene',
    confidence: 0.65,
    cwe: ['CWE-476', 'CWE-690', 'CWE-252'],
    description:
      'If the file cannot be opened, the call returns NULL, and the next call crashes the process.',
    recommendation: 'Check for NULL first.',
  },
  blank: {
    ruleId: 'memory/uninitialized',
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-457', 'CWE-908'],
    description: 'It holds whatever was in its memory before.',
    recommendation: 'Initialize it where it is declared.',
  },
  'negative-size': {
    ruleId: 'memory/signed-length',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-195', 'CWE-194', 'CWE-839', 'CWE-787'],
    description: 'As a size a negative number becomes a huge one.',
    recommendation: 'Refuse negative numbers, or store it in size_t.',
  },
  'unbounded-allocation': {
    ruleId: 'memory/allocation-overflow',
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-789', 'CWE-770', 'CWE-190'],
    description: 'It requests all memory, or a block that is too small.',
    recommendation: 'Refuse numbers out of bounds first.',
  },
  'allocation-overflow': {
    ruleId: 'memory/allocation-overflow',
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-190', 'CWE-680', 'CWE-131', 'CWE-789'],
    description: 'The product wraps around, and the block is smaller than what is written into it.',
    recommendation: 'Limit the factors first, or use calloc.',
  },
  'freed-twice': {
    ruleId: 'memory/double-free',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-415'],
    description: 'The second time corrupts the data of the allocator, which can let an attacker run code.',
    recommendation: 'Free it once, and set the pointer to NULL.',
  },
  'used-after': {
    ruleId: 'memory/use-after-free',
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-416'],
    description: 'The memory may hold something else by then, possibly data of an attacker.',
    recommendation: 'Free it after its last use, and set the pointer to NULL.',
  },
  'freed-otherwise': {
    ruleId: 'memory/mismatched-release',
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-762', 'CWE-763'],
    description: 'new needs delete, new[] needs delete[], malloc needs free: mixing them corrupts the heap.',
    recommendation: 'Use the matching pair, or a container that does it.',
  },
  'freed-foreign': {
    ruleId: 'memory/foreign-release',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-590', 'CWE-763'],
    description: 'It is on the stack or a global variable: freeing it corrupts the data of the allocator.',
    recommendation: 'Free only what malloc or new returned.',
  },
  'freed-inside': {
    ruleId: 'memory/foreign-release',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-761', 'CWE-763'],
    description: 'The allocator treats the memory there as its own data.',
    recommendation: 'Keep the pointer that the allocation returned, and free that.',
  },
  leak: {
    ruleId: 'memory/leak',
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-401', 'CWE-772'],
    description: 'It is not passed on and never freed: each call leaks more memory.',
    recommendation: 'Free it, or store it in an owner that does.',
  },
  'file-left': {
    ruleId: 'memory/leak',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-775', 'CWE-772', 'CWE-404'],
    description: 'Each call leaves one more file open, and a process may have only a limited number.',
    recommendation: 'Close it on every path.',
  },
};
