import type { TypeName } from '../frontend/syntax.ts';
import { typeText } from '../program/context.ts';
import type { Program, SolidityFile } from '../program/program.ts';
import { eachExprOf } from '../program/walk.ts';
import type { Report } from './report.ts';

const atFile = (rule: string, file: SolidityFile, start: number, end: number, detail?: string): Report => ({
  rule,
  file,
  span: { start, end },
  symbol: '<module>',
  ...(detail !== undefined && { detail }),
});

/** What does not depend on the contracts in a file: the compiler version, and control characters. */
export function fileChecks(file: SolidityFile, program: Program): Report[] {
  return [
    ...hiddenSigns(file),
    ...oldCompiler(file),
    ...differentCompilers(file, program),
    ...compilerFaults(file),
  ];
}

/** Characters that reverse the direction of text, so that a reader sees another order than the compiler. */
function hiddenSigns(file: SolidityFile): Report[] {
  const at = file.text.search(/[\u202A-\u202E\u2066-\u2069]/);
  return at < 0 ? [] : [atFile('contract/hidden-direction', file, at, at + 1)];
}

function oldCompiler(file: SolidityFile): Report[] {
  if (file.minor === null || file.minor >= 8) return [];
  const pragma = file.unit.pragmas.find(({ text }) => text.startsWith('solidity'));
  const doesSums = /[-+*]=|\+\+|--|[^-+*/]\s[-+*]\s/.test(file.text);
  return doesSums && pragma ? [atFile('contract/old-compiler', file, pragma.start, pragma.end)] : [];
}

/** Files that are compiled together and require different compilers; reported once for all of them. */
function differentCompilers(file: SolidityFile, program: Program): Report[] {
  const asked = new Set<string>();
  const together = program.connectedTo(file);
  for (const one of together)
    for (const { text } of one.unit.pragmas) if (text.startsWith('solidity')) asked.add(text);
  const pragma = pragmaOf(file);
  const [first] = [...together]
    .filter(pragmaOf)
    .map(({ path }) => path)
    .sort();
  return first === file.path && pragma && asked.size > 1
    ? [atFile('contract/different-compilers', file, pragma.start, pragma.end, [...asked].sort().join(', '))]
    : [];
}

function pragmaOf(file: SolidityFile): SolidityFile['unit']['pragmas'][number] | undefined {
  return file.unit.pragmas.find(({ text }) => text.startsWith('solidity'));
}

function isBefore({ minor, patch }: SolidityFile, toMinor: number, toPatch: number): boolean {
  return minor !== null && (minor < toMinor || (minor === toMinor && patch < toPatch));
}

/** Known compiler bugs in these versions, if the code is affected. */
function compilerFaults(file: SolidityFile): Report[] {
  return [...signedArrays(file), ...nestedGetters(file), ...enumConversions(file), ...encodedArrays(file)];
}

/** 0.4.7 to 0.5.9: assigning a whole array of signed numbers to storage gives wrong values. */
function signedArrays(file: SolidityFile): Report[] {
  if (!isBefore(file, 5, 10)) return [];
  const reports: Report[] = [];
  for (const contract of file.unit.contracts) {
    const signed = new Set(
      contract.variables.filter(({ type }) => isSignedArray(type)).map(({ name }) => name),
    );
    if (signed.size === 0) continue;
    for (const fn of contract.functions)
      eachExprOf(fn, ({ expr }) => {
        if (
          expr.kind === 'assign' &&
          expr.left.kind === 'name' &&
          signed.has(expr.left.name) &&
          expr.right.kind === 'array'
        )
          reports.push({
            ...atFile('contract/storage-signed-array', file, expr.start, expr.end),
            symbol: `${contract.name}.${fn.name}`,
          });
      });
  }
  return reports;
}

function isSignedArray(type: TypeName): boolean {
  return type.kind === 'array' && type.base.kind === 'elementary' && type.base.name.startsWith('int');
}

/** Before 0.5, the getter of a mapping to structs that contain structs or arrays reads the wrong slots. */
function nestedGetters(file: SolidityFile): Report[] {
  if (!isBefore(file, 5, 0)) return [];
  return file.unit.contracts.flatMap((contract) =>
    contract.variables.flatMap((variable) => {
      if (variable.visibility !== 'public' || variable.type.kind !== 'mapping') return [];
      let value: TypeName = variable.type.value;
      while (value.kind === 'mapping') value = value.value;
      const name = value.kind === 'user' ? value.name : null;
      const struct = contract.structs.find((one) => one.name === name);
      const isNested = struct?.members.some(
        (member) =>
          member.type.kind === 'user' && contract.structs.some((one) => one.name === typeText(member.type)),
      );
      return isNested
        ? [
            {
              ...atFile('contract/nested-getter', file, variable.start, variable.end),
              symbol: `${contract.name}.${variable.name}`,
            },
          ]
        : [];
    }),
  );
}

/** Before 0.4.5, a number outside an enum could be converted to it. */
function enumConversions(file: SolidityFile): Report[] {
  if (!isBefore(file, 4, 5)) return [];
  const reports: Report[] = [];
  for (const contract of file.unit.contracts) {
    const enums = new Set(contract.enums.map(({ name }) => name));
    for (const fn of contract.functions)
      eachExprOf(fn, ({ expr }) => {
        if (expr.kind === 'call' && expr.callee.kind === 'name' && enums.has(expr.callee.name))
          reports.push({
            ...atFile('contract/enum-conversion', file, expr.start, expr.end),
            symbol: `${contract.name}.${fn.name}`,
          });
      });
  }
  return reports;
}

/** 0.4.7 to 0.5.9 with ABIEncoderV2: storage arrays that are passed directly are encoded wrongly. */
function encodedArrays(file: SolidityFile): Report[] {
  if (
    !isBefore(file, 5, 10) ||
    !file.unit.pragmas.some(({ text }) => /experimental.*ABIEncoderV2/.test(text))
  )
    return [];
  const reports: Report[] = [];
  for (const contract of file.unit.contracts) {
    const arrays = new Set(
      contract.variables
        .filter(
          ({ type }) => type.kind === 'array' && (type.base.kind === 'array' || type.base.kind === 'user'),
        )
        .map(({ name }) => name),
    );
    if (arrays.size === 0) continue;
    for (const fn of contract.functions)
      eachExprOf(fn, ({ expr, statement }) => {
        const isGiven =
          expr.kind === 'call' && expr.args.some((arg) => arg.kind === 'name' && arrays.has(arg.name));
        if (!isGiven || expr.kind !== 'call') return;
        const isEncoding = expr.callee.kind === 'member' || statement.kind === 'emit';
        const isEvent =
          expr.callee.kind === 'name' &&
          contract.events.some((event) => expr.callee.kind === 'name' && event.name === expr.callee.name);
        if (isEncoding || isEvent)
          reports.push({
            ...atFile('contract/abi-encoder-array', file, expr.start, expr.end),
            symbol: `${contract.name}.${fn.name}`,
          });
      });
  }
  return reports;
}
