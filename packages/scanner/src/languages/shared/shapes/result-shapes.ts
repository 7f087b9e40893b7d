import { child } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import {
  bare,
  type Call,
  callOf,
  callsIn,
  expressionOf,
  isBlock,
  nameOf,
  operatorOf,
  statementsOf,
} from './java-like.ts';
import type { ShapeFile } from './shape-file.ts';
import type { ShapeRule } from './shape-rule.ts';
import { shapeRow } from './shape-rule.ts';

export const typeOfReceiver = (file: ShapeFile, { receiver, node }: Call): string => {
  const made = bare(receiver);
  if (made?.type === 'object_creation_expression') return file.textOf(child(made, 'type'));
  const name = nameOf(file, made);
  return name === null ? '' : (file.typeOf(name, node.start) ?? '');
};

const readsInto = /^(?:\w*InputStream|\w*Reader|RandomAccessFile|\w*Stream)$/;

/** Whether the call reads into a buffer and returns the number of bytes read. */
function reads(file: ShapeFile, call: Call): boolean {
  return (
    /^(?:read|skip|Read|ReadAsync|ReadBlock)$/.test(call.name) &&
    call.args.length > 0 &&
    !/^(?:DataInput|Binary|Xml|Json)/.test(typeOfReceiver(file, call)) &&
    readsInto.test(typeOfReceiver(file, call))
  );
}

const pure: Record<string, RegExp> = {
  String: /^(?:trim|strip|replace|replaceAll|replaceFirst|toUpperCase|toLowerCase|substring|concat)$/,
  BigDecimal: /^(?:add|subtract|multiply|divide|setScale|negate)$/,
  BigInteger: /^(?:add|subtract|multiply|divide|mod|negate|pow)$/,
  File: /^(?:renameTo|createNewFile|setReadable|setWritable|setExecutable|setReadOnly)$/,
  string:
    /^(?:Trim|TrimStart|TrimEnd|Replace|ToUpper|ToLower|ToUpperInvariant|ToLowerInvariant|Substring|PadLeft|PadRight)$/,
  DateTime: /^(?:Add\w*|Subtract)$/,
  LocalDate: /^(?:plus|minus|with)\w*$/,
  LocalDateTime: /^(?:plus|minus|with)\w*$/,
};

function* ignored(file: ShapeFile): Iterable<TreeNode> {
  for (const statement of file.of('expression_statement')) {
    const inner = expressionOf(statement);
    const call = callOf(file, inner?.type === 'await_expression' ? (inner.kids[0] ?? null) : inner);
    if (call === null || call.receiver === null) continue;
    if (reads(file, call)) yield call.node;
    else if (pure[typeOfReceiver(file, call)]?.test(call.name) && !isTried(file, statement)) yield call.node;
  }
}

/** Whether the call is made only for the exception that it may throw. */
function isTried(file: ShapeFile, statement: TreeNode): boolean {
  const block = file.parent(statement);
  return block !== null && file.parent(block)?.type === 'try_statement' && statementsOf(block).length === 1;
}

/** The result of a read is compared with zero, which is neither the end nor an error. */
function* wronglyChecked(file: ShapeFile): Iterable<TreeNode> {
  for (const node of file.of('binary_expression')) {
    if (!/^(?:==|!=)$/.test(operatorOf(node)) || file.textOf(child(node, 'right')) !== '0') continue;
    const call = callOf(file, bare(child(node, 'left')));
    if (file.language === 'Java' && call !== null && call.name === 'read' && reads(file, call)) yield node;
  }
}

function* ranThreads(file: ShapeFile): Iterable<TreeNode> {
  for (const call of callsIn(file))
    if (call.name === 'run' && call.args.length === 0 && typeOfReceiver(file, call) === 'Thread')
      yield call.node;
}

function* finalized(file: ShapeFile): Iterable<TreeNode> {
  for (const call of callsIn(file))
    if (
      call.name === 'finalize' &&
      call.args.length === 0 &&
      call.receiver?.type !== 'super' &&
      isObjects(file, call)
    )
      yield call.node;
}

/** Not a method that the file itself declares, with other parameters. */
function isObjects(file: ShapeFile, call: Call): boolean {
  return (
    call.receiver !== null ||
    file
      .of('method_declaration')
      .some(
        (one) =>
          file.textOf(child(one, 'name')) === 'finalize' && file.plain(child(one, 'parameters')) === '()',
      )
  );
}

const answers = /^(?:Http)?Servlet(?:Request|Response)(?:Base)?$|^HttpContext(?:Base)?$/;

function* stopped(file: ShapeFile): Iterable<TreeNode> {
  for (const call of callsIn(file)) {
    const receiver = file.plain(call.receiver);
    const isEnd =
      (/^(?:exit|halt)$/.test(call.name) && /^(?:System|Runtime\.getRuntime\(\))$/.test(receiver)) ||
      (/^(?:Exit|FailFast)$/.test(call.name) && receiver === 'Environment');
    if (!isEnd) continue;
    const around = file.around(call.node, 'method_declaration');
    const within = file.around(call.node, 'class_declaration');
    const parameters =
      around === null
        ? []
        : file.below(around, 'formal_parameter', 'parameter').filter(({ end }) => end < call.node.start);
    const isWeb = /\b(?:extends\s+HttpServlet|Controller(?:Base)?\b)|@(?:Rest)?Controller\b/.test(
      within === null ? '' : file.text.slice(Math.max(0, within.start), within.start + 300),
    );
    if (isWeb || parameters.some((one) => answers.test(file.textOf(child(one, 'type'))))) yield call.node;
  }
}

/** Classes that are compared by name, although another class loader may have one of the same name. */
function* namedClasses(file: ShapeFile): Iterable<TreeNode> {
  const isName = (node: TreeNode | null) =>
    /(?:getClass\(\)|\.class)\.get(?:Simple|Canonical)?Name\(\)$|GetType\(\)\.(?:Full)?Name$/.test(
      file.plain(node),
    );
  // In C#, settings and messages identify types by name.
  const isPair = (left: TreeNode | null, right: TreeNode | null) =>
    file.language === 'Java' ? isName(left) || isName(right) : isName(left) && isName(right);
  for (const call of callsIn(file))
    if (/^(?:equals|Equals)$/.test(call.name) && isPair(call.receiver, call.args[0] ?? null)) yield call.node;
  for (const node of file.of('binary_expression'))
    if (/^[!=]=$/.test(operatorOf(node)) && isPair(child(node, 'left'), child(node, 'right'))) yield node;
}

/** The code after a redirect in the same block, which also runs. */
function* afterRedirect(file: ShapeFile): Iterable<TreeNode> {
  for (const call of callsIn(file)) {
    if (call.name !== 'sendRedirect' && call.name !== 'sendError') continue;
    if (!/^HttpServletResponse$/.test(typeOfReceiver(file, call))) continue;
    const statement = file.parent(call.node);
    const block = statement === null ? null : file.parent(statement);
    if (statement?.type !== 'expression_statement' || block === null || !isBlock(block)) continue;
    const statements = statementsOf(block);
    const next = statements[statements.indexOf(statement) + 1];
    if (
      next !== undefined &&
      !/^(?:return|throw|break|continue)_statement$|_declaration$/.test(next.type) &&
      !/^log|[Ll]ogger|\.flush|= ?(?:true|null);$/i.test(file.textOf(next))
    )
      yield call.node;
  }
}

export const resultShapes: readonly ShapeRule[] = [
  {
    ...shapeRow('reliability/ignored-result', ['CWE-252'], 0.8),
    description: 'Only the result shows how much was read, whether it worked, or the new value.',
    recommendation: 'Check the result. For reads, continue until everything was read.',
    may: (text) =>
      /^[ \t]*(?:await )?\w+\.(?:read|skip|Read|ReadAsync|ReadBlock|trim|strip|replace\w*|to(?:Upper|Lower)Case|substring|concat|renameTo|createNewFile|set(?:Readable|Writable|Executable|ReadOnly)|Trim\w*|Replace|To(?:Upper|Lower)\w*|Substring|Pad(?:Left|Right)|Add(?:Days|Hours|Minutes|Seconds|Months|Years))\([^\n]{1,160}\);|^[ \t]*\w+\.(?:trim|strip|to(?:Upper|Lower)Case|Trim|To(?:Upper|Lower)\w*|createNewFile)\(\);/m.test(
        text,
      ) ||
      (/\bBig(?:Decimal|Integer) \w|\bLocalDate/.test(text) &&
        /^[ \t]*\w+\.(?:add|subtract|multiply|divide|setScale|negate|mod|pow|plus\w+|minus\w+|with\w+)\([^\n]{0,160}\);/m.test(
          text,
        )),
    find: ignored,
  },
  {
    ...shapeRow('reliability/wrong-result-check', ['CWE-253'], 0.8),
    languages: ['Java'],
    description:
      'At the end a read returns -1, and fewer bytes than requested are no failure: zero means neither.',
    recommendation: 'Compare with -1, and with the number of bytes that was requested.',
    may: (text) => /\.read\([^\n]{0,160}\) ?[!=]= ?0\b/.test(text),
    find: wronglyChecked,
  },
  {
    ...shapeRow('reliability/thread-run', ['CWE-572'], 0.9),
    languages: ['Java'],
    description: 'run() runs on the calling thread: nothing runs in parallel.',
    recommendation: 'Call start().',
    may: (text) => /\bThread\b/.test(text) && /\.run\(\s{0,40}\)/.test(text),
    find: ranThreads,
  },
  {
    ...shapeRow('reliability/explicit-finalize', ['CWE-586'], 0.85),
    languages: ['Java'],
    description: 'The garbage collector calls it again, and the object is used after its resources are gone.',
    recommendation: 'Implement AutoCloseable and call close().',
    may: (text) => /(?<!super)\.finalize\(\s{0,40}\);/.test(text),
    find: finalized,
  },
  {
    ...shapeRow('reliability/exit-in-handler', ['CWE-382'], 0.85),
    description: 'One request stops the server for everybody.',
    recommendation: 'Return an error, or throw.',
    may: (text) => /\b(?:System\.exit|\.exit|\.halt|Environment\.(?:Exit|FailFast))\(/.test(text),
    find: stopped,
  },
  {
    ...shapeRow('reliability/class-name-comparison', ['CWE-486'], 0.7),
    description: 'Another class may have the same name: in another package, or from another class loader.',
    recommendation: 'Compare the classes themselves, or use instanceof or is.',
    may: (text) =>
      /(?:getClass\(\)|\.class)\.get(?:Simple|Canonical)?Name\(\)[^\n;]{0,9}(?:quals\(|[!=]=)|(?:quals\(|[!=]=)[^\n;]{0,160}(?:getClass\(\)|\.class)\.get(?:Simple|Canonical)?Name\(\)|GetType\(\)\.(?:Full)?Name\b[^\n;]{0,160}GetType\(\)/.test(
        text,
      ),
    find: namedClasses,
  },
  {
    ...shapeRow('reliability/redirect-without-return', ['CWE-698'], 0.6),
    languages: ['Java'],
    description: 'The redirect does not end the function: what this user must not reach runs all the same.',
    recommendation: 'Return after it.',
    may: (text) =>
      /\.send(?:Redirect|Error)\([^\n]{0,160}\);\s{0,40}(?!return\b|throw\b|\}|break\b)/.test(text),
    find: afterRedirect,
  },
];
