import { only } from '../../../read/only.ts';
import { child } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import { bare, callsIn, modifiersOf, nameOf } from './java-like.ts';
import { typeOfReceiver } from './result-shapes.ts';
import type { ShapeFile } from './shape-file.ts';
import type { ShapeRule } from './shape-rule.ts';
import { shapeRow } from './shape-rule.ts';

/** A digest without any input. */
function* emptyDigests(file: ShapeFile): Iterable<TreeNode> {
  for (const call of callsIn(file)) {
    const name = nameOf(file, call.receiver);
    if (
      call.name !== 'digest' ||
      call.args.length > 0 ||
      name === null ||
      file.typeOf(name, call.node.start) !== 'MessageDigest'
    )
      continue;
    const body = file.functionAround(call.node);
    const made = body === null ? [] : file.usesOf(name, body);
    const isOwn = made.some((use) => {
      const parent = file.parent(use);
      return (
        parent?.type === 'variable_declarator' &&
        /^MessageDigest\.getInstance\(/.test(file.plain(child(parent, 'value')))
      );
    });
    const isAlone = made.every((use) => {
      const parent = file.parent(use);
      return (
        parent?.type === 'variable_declarator' ||
        (parent?.type === 'method_invocation' &&
          use.field === 'object' &&
          file.textOf(child(parent, 'name')) !== 'update')
      );
    });
    if (isOwn && isAlone) yield call.node;
  }
}

/** A secure random generator with a fixed seed. */
function* fixedSeeds(file: ShapeFile): Iterable<TreeNode> {
  for (const call of callsIn(file)) {
    const seed = only(call.args);
    if (call.name !== 'setSeed' || seed === undefined || typeOfReceiver(file, call) !== 'SecureRandom')
      continue;
    if (isConstant(file, seed)) yield call.node;
  }
}

function isConstant(file: ShapeFile, node: TreeNode): boolean {
  const inner = bare(node);
  if (inner === null) return false;
  if (/literal$/.test(inner.type)) return true;
  if (/^"[^"]*"\.getBytes\(/.test(file.plain(inner))) return true;
  if (inner.type === 'array_creation_expression') {
    const given = inner.kids.find(({ type }) => type === 'array_initializer');
    return given?.kids.every((kid) => isConstant(file, kid)) ?? false;
  }
  const name = nameOf(file, inner);
  if (name === null) return false;
  const written = only(
    file.of('variable_declarator').filter((one) => file.textOf(child(one, 'name')) === name),
  );
  if (written === undefined) return false;
  const value = child(written, 'value');
  const home = file.parent(written);
  return (
    value !== null &&
    home !== null &&
    modifiersOf(file, home).includes('final') &&
    value !== inner &&
    value.type !== 'identifier' &&
    isConstant(file, value)
  );
}

/** A digest with a salt from a predictable random generator. */
function* predictableSalts(file: ShapeFile): Iterable<TreeNode> {
  for (const call of callsIn(file)) {
    if (call.name !== 'update' || typeOfReceiver(file, call) !== 'MessageDigest') continue;
    for (const arg of call.args)
      if (
        callsIn(file, arg).some(
          (inner) => inner.name.startsWith('next') && typeOfReceiver(file, inner) === 'Random',
        )
      )
        yield call.node;
  }
}

interface Deprecated {
  receiver: RegExp;
  names: RegExp;
  args: number;
}

/** What the documentation of Java and .NET has long called deprecated or obsolete, with the reason. */
const deprecated: readonly Deprecated[] = [
  { receiver: /^DataInputStream$/, names: /^readLine$/, args: 0 },
  { receiver: /^URL(?:En|De)coder$/, names: /^(?:en|de)code$/, args: 1 },
  { receiver: /^(?:java\.util\.)?Date$/, names: /^(?:parse)$/, args: 1 },
  { receiver: /^(?:java\.util\.)?Date$/, names: /^(?:UTC)$/, args: 6 },
  {
    receiver: /^(?:java\.util\.)?Date$/,
    names: /^(?:toLocaleString|toGMTString|getYear|getMonth|getHours|getTimezoneOffset)$/,
    args: 0,
  },
  { receiver: /^String$/, names: /^getBytes$/, args: 4 },
  {
    receiver: /^Thread$/,
    names: /^(?:stop|suspend|resume|destroy|countStackTraces|Suspend|Resume|Abort|ResetAbort)$/,
    args: 0,
  },
  { receiver: /^(?:System|Runtime)$/, names: /^runFinalizersOnExit$/, args: 1 },
];

function* obsolete(file: ShapeFile): Iterable<TreeNode> {
  for (const call of callsIn(file))
    for (const { receiver, names, args } of deprecated)
      if (
        call.args.length === args &&
        names.test(call.name) &&
        (receiver.test(typeOfReceiver(file, call)) || receiver.test(file.plain(call.receiver)))
      )
        yield call.node;
}

export const misuseShapes: readonly ShapeRule[] = [
  {
    ...shapeRow('maintainability/removed-api', ['CWE-477'], 0.8),
    description:
      'Its documentation says why it must not be used: it loses characters, depends on the machine, or leaves locks and data half done.',
    recommendation: 'Call the replacement that its documentation names.',
    may: (text) =>
      /\bDataInputStream \w[\s\S]{0,2000}?\.readLine\(\)|\bURL(?:En|De)coder\.(?:en|de)code\([^,\n]{0,200}\)|\bDate\.(?:parse|UTC)\(|\.(?:toLocaleString|toGMTString|getYear|getMonth|getHours|getTimezoneOffset|countStackTraces|stop|suspend|resume|destroy|Suspend|Resume|Abort|ResetAbort)\(\)|\.getBytes\([^;\n,]{0,60},[^;\n,]{0,60},|runFinalizersOnExit/.test(
        text,
      ),
    find: obsolete,
  },
  {
    ...shapeRow('reliability/empty-digest', ['CWE-325'], 0.85),
    languages: ['Java'],
    description: 'update() is never called: the digest is the same for any data.',
    recommendation: 'Pass the data to update() or digest().',
    may: (text) => /MessageDigest/.test(text) && /\.digest\(\s{0,40}\)/.test(text),
    find: emptyDigests,
  },
  {
    ...shapeRow('crypto/predictable-salt', ['CWE-760', 'CWE-330'], 0.8),
    languages: ['Java'],
    impact: 'weakening',
    source: 'code',
    description:
      'Anybody who knows some numbers of the generator knows the salt, and can compute the hashes in advance.',
    recommendation: 'Generate the salt with SecureRandom.',
    may: (text) => /MessageDigest/.test(text) && /\bRandom\b/.test(text) && /\.update\(/.test(text),
    find: predictableSalts,
  },
  {
    ...shapeRow('reliability/fixed-seed', ['CWE-336', 'CWE-335'], 0.75),
    languages: ['Java'],
    description: 'With some providers a seed replaces the real one, and the numbers are the same each time.',
    recommendation: 'Give it no seed: it seeds itself from the system.',
    may: (text) => /SecureRandom/.test(text) && /\.setSeed\(/.test(text),
    find: fixedSeeds,
  },
];
