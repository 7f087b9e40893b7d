import { child } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import { calledName, type GoFile, nodesOf, noteAt, type Report, textOf } from './go-note.ts';

const makers = /^context\.With(?:Cancel|Timeout|Deadline)(?:Cause)?$/;
const endsProgram =
  /^(?:panic|os\.Exit|log\.(?:Fatal|Panic)\w*|runtime\.Goexit|\w+\.(?:Fatal|FailNow|SkipNow)\w*)$/;

/**
 * Contexts that can never be cancelled, or are not cancelled on some path. Their timer and their entry in the parent
 * remain until the parent ends.
 */
export function lostCancels(file: GoFile, fn: TreeNode, report: Report): void {
  const body = child(fn, 'body');
  if (body !== null) new CancelSearch(file, fn, report).block(body, []);
}

/** Each one is walked separately. A function with more is generated or hostile. */
const MAX_CONTEXTS = 100;

/** Statements that run later, from an index on. */
interface Rest {
  statements: readonly TreeNode[];
  from: number;
}

/** The outcome of the following statements: all paths use the function, one leaves without it, or they continue. */
type Outcome = 'used' | 'lost' | 'open';

class CancelSearch {
  private readonly file: GoFile;
  private readonly fn: TreeNode;
  private readonly report: Report;
  private contexts = 0;
  /** Names that closures of the function use. */
  private heldNames: Set<string> | undefined;

  constructor(file: GoFile, fn: TreeNode, report: Report) {
    this.file = file;
    this.fn = fn;
    this.report = report;
  }

  /** Checks each statement. `rest` is what runs after this block, the innermost first. */
  block(node: TreeNode, rest: readonly Rest[]): void {
    const kids = node.kids.flatMap((kid) => (kid.type === 'statement_list' ? kid.kids : [kid]));
    for (const [at, kid] of kids.entries()) {
      const after = [{ statements: kids, from: at + 1 }, ...rest];
      if (kid.type === 'short_var_declaration' || kid.type === 'assignment_statement')
        this.assignment(kid, after);
      this.below(kid, after);
    }
  }

  private below(node: TreeNode, after: readonly Rest[]): void {
    for (const kid of node.kids) {
      // A closure runs at another time.
      if (kid.type === 'func_literal') lostCancels(this.file, kid, this.report);
      else if (kid.type === 'block' || /_case$/.test(kid.type)) this.block(kid, after);
      else this.below(kid, after);
    }
  }

  private assignment(node: TreeNode, after: readonly Rest[]): void {
    const call = child(node, 'right')?.kids[0];
    const target = child(node, 'left')?.kids[1];
    if (call?.type !== 'call_expression' || target === undefined || !makers.test(calledName(this.file, call)))
      return;
    if (++this.contexts > MAX_CONTEXTS) return;
    const name = textOf(this.file, target);
    if (target.type !== 'identifier' || (name !== '_' && (!this.isOwn(name) || this.isHeld(name)))) return;
    if (name === '_' || this.outcome(after, name) !== 'used')
      this.report(noteAt(call, 'lost_cancel', calledName(this.file, call), name === '_' ? 0.8 : 0.7));
  }

  /** Declared in the function itself. Others have to be called elsewhere. */
  private isOwn(name: string): boolean {
    const results = child(this.fn, 'result');
    if (
      results?.type === 'parameter_list' &&
      new RegExp(String.raw`\b${name}\b`).test(textOf(this.file, results))
    )
      return false;
    const body = textOf(this.file, child(this.fn, 'body'));
    return new RegExp(String.raw`\b${name}\b[^\n=]*:=|\bvar [^\n=]*\b${name}\b`).test(body);
  }

  /** A closure created before calls it when the function ends. */
  private isHeld(name: string): boolean {
    this.heldNames ??= this.readHeldNames();
    return this.heldNames.has(name);
  }

  private readHeldNames(): Set<string> {
    const names = new Set<string>();
    const open = [...this.fn.kids];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node.type !== 'func_literal') open.push(...node.kids);
      else
        for (const one of nodesOf(child(node, 'body') ?? node))
          if (one.type === 'identifier') names.add(textOf(this.file, one));
    }
    return names;
  }

  private outcome(after: readonly Rest[], name: string): Outcome {
    for (const { statements, from } of after) {
      const outcome = this.follow(statements, name, from);
      if (outcome !== 'open') return outcome;
    }
    return 'lost';
  }

  private follow(statements: readonly TreeNode[], name: string, from = 0): Outcome {
    for (const statement of statements.slice(from)) {
      const outcome = this.one(statement, name);
      if (outcome !== 'open') return outcome;
    }
    return 'open';
  }

  private one(node: TreeNode, name: string): Outcome {
    switch (node.type) {
      case 'statement_list':
      case 'block':
        return this.follow(node.kids, name);
      case 'if_statement': {
        if (this.uses(child(node, 'initializer'), name) || this.uses(child(node, 'condition'), name))
          return 'used';
        const [yes, no] = [child(node, 'consequence'), child(node, 'alternative')];
        return this.together([
          yes === null ? 'open' : this.one(yes, name),
          no === null ? 'open' : this.one(no, name),
        ]);
      }
      case 'expression_switch_statement':
      case 'type_switch_statement':
      case 'select_statement':
        return this.cases(node, name);
      case 'for_statement': {
        const body = child(node, 'body');
        if (node.kids.some((kid) => kid !== body && this.uses(kid, name))) return 'used';
        const inner = body === null ? 'open' : this.one(body, name);
        // The loop may not run at all; one without a condition does.
        return inner === 'used' && node.kids.length > 1 ? 'open' : inner;
      }
      case 'return_statement':
        return this.uses(node, name) ? 'used' : 'lost';
      default:
        if (this.uses(node, name)) return 'used';
        return this.isEnd(node) ? 'used' : 'open';
    }
  }

  private cases(node: TreeNode, name: string): Outcome {
    const cases = node.kids.filter((kid) => /_case$/.test(kid.type));
    if (node.kids.some((kid) => !cases.includes(kid) && this.uses(kid, name))) return 'used';
    const outcomes = cases.map((one) => this.follow(one.kids, name));
    const isWhole = node.type === 'select_statement' || cases.some((one) => one.type === 'default_case');
    return this.together(isWhole ? outcomes : [...outcomes, 'open']);
  }

  private together(outcomes: readonly Outcome[]): Outcome {
    if (outcomes.includes('lost')) return 'lost';
    return outcomes.length > 0 && outcomes.every((one) => one === 'used') ? 'used' : 'open';
  }

  private isEnd(node: TreeNode): boolean {
    const call = node.kids[0];
    return (
      /^(?:break|continue|goto)_statement$/.test(node.type) ||
      (call?.type === 'call_expression' && endsProgram.test(textOf(this.file, child(call, 'function'))))
    );
  }

  /** Whether the name is used, apart from discarding it. */
  private uses(node: TreeNode | null, name: string): boolean {
    if (node === null) return false;
    if (node.type === 'assignment_statement' && textOf(this.file, node).replace(/\s/g, '') === `_=${name}`)
      return false;
    for (const one of nodesOf(node))
      if (one.type === 'identifier' && textOf(this.file, one) === name) return true;
    return false;
  }
}
