import { type AddFinding, checkScript, checkVariables, pipelineRules as rules } from './pipeline-rules.ts';
import type { YamlPlace } from './yaml-documents.ts';

const strangersText =
  /\$\{\{\s*(?:github\.(?:event\.(?:issue\.(?:title|body)|pull_request\.(?:title|body|head\.(?:ref|label)|head\.repo\.default_branch)|comment\.body|review(?:_comment)?\.body|discussion\.(?:title|body)|head_commit\.(?:message|author\.(?:name|email))|commits\S*|pages\S*page_name|workflow_run\.head_(?:branch|commit\.message))|head_ref))\s*\}\}/;
const inputText = /\$\{\{\s*(?:github\.event\.)?inputs\.[\w-]+\s*\}\}/;

/** Events that run a pipeline of the main branch, with its secrets, on the input of strangers. */
const forStrangers = ['pull_request_target', 'workflow_run', 'issue_comment'];
const strangersCode =
  /head\.(?:sha|ref)|head_(?:ref|sha|branch|commit)|refs\/pull|pull_request\.head|merge_commit_sha/;
const checksOutForeignCode =
  /\bgh\s+pr\s+checkout\b|\bgit\s+(?:fetch|checkout|pull)\b[^\n]*(?:refs\/pull|pull\/\$|head\.(?:sha|ref)|head_(?:ref|sha|branch))/;
const isBot = /github\.actor\s*==\s*['"][\w-]+\[bot\]['"]/;

/** Hardening of a workflow or an action. */
export function checkGithubActions(document: YamlPlace, add: AddFinding, lines: readonly string[]): void {
  const takesFromStrangers = forStrangers.some((event) => isTriggeredBy(document.at('on'), event));
  if (document.at('permissions').text === 'write-all')
    add(rules.permissions, document.at('permissions'), 'permissions');
  checkEnvironment(document.at('env'), 'workflow', add);
  const floating: { name: string; place: YamlPlace }[] = [];
  const inputs: { text: string; place: { line: number } }[] = [];
  for (const [name, job] of jobsOf(document)) {
    if (job.at('permissions').text === 'write-all')
      add(rules.permissions, job.at('permissions'), `${name} permissions`);
    checkEnvironment(job.at('env'), name, add);
    for (const step of [job, ...job.at('steps').items()]) {
      if (takesFromStrangers && isBot.test(step.at('if').text)) add(rules.bot, step.at('if'), `${name} if`);
      if (takesFromStrangers) checkCheckout(step, name, add);
      if (step !== job) inputs.push(...checkStep(step, name, add, lines));
      const uses = step.at('uses');
      if (isFloating(uses.text)) floating.push({ name: uses.text, place: uses });
    }
  }
  // One finding for a file, because one change of all lines fixes it.
  const [input] = inputs;
  const [loose] = floating;
  if (input) add(rules.input, input.place, input.text);
  if (loose)
    add(
      rules.unpinned,
      loose.place,
      `actions ${[...new Set(floating.map((one) => one.name.split('@')[0]))].join(' ')}`,
    );
}

function isTriggeredBy(on: YamlPlace, event: string): boolean {
  return on.text === event || on.at(event).exists || hasName(on, event);
}

/** An event without settings is a key without a value, or an item of a list. */
function hasName(on: YamlPlace, event: string): boolean {
  return on.entries().some(([name]) => name === event) || on.items().some((item) => item.text === event);
}

/** The jobs of a workflow, or the steps of a composite action. */
function jobsOf(document: YamlPlace): [string, YamlPlace][] {
  return [...document.at('jobs').entries(), ['runs', document.at('runs')]];
}

/** A third-party action or image with a movable version; GitHub's own are trusted like its runners. */
function isFloating(uses: string): boolean {
  if (uses.startsWith('docker://')) return !/@sha256:[0-9a-f]{64}$/.test(uses);
  if (!/^[\w.-]+\/[\w./-]+(?:@|$)/.test(uses) || uses.startsWith('./')) return false;
  return !/@[0-9a-f]{40}$/.test(uses) && !/^(?:actions|github)\//.test(uses);
}

function checkCheckout(step: YamlPlace, job: string, add: AddFinding): void {
  const uses = step.at('uses');
  const isCheckout = /^actions\/checkout@/.test(uses.text) && strangersCode.test(step.at('with', 'ref').text);
  if (isCheckout) add(rules.target, uses, `${job} checkout`);
  else if (checksOutForeignCode.test(step.at('run').text))
    add(rules.target, step.at('run'), `${job} checkout`);
}

/** Returns the first input in the step's script. */
function checkStep(step: YamlPlace, job: string, add: AddFinding, lines: readonly string[]) {
  const run = step.at('run');
  const isScript = step.at('uses').text.startsWith('actions/github-script');
  const script = run.text || (isScript ? step.at('with', 'script').text : '');
  const place = run.exists ? run : step.at('with', 'script');
  const whereIn = (match: RegExpExecArray) => {
    const isBlock = /[|>][+-]?\s*$/.test(lines[place.line - 1] ?? '');
    const offset = isBlock ? script.slice(0, match.index).split('\n').length : 0;
    return { text: `${job} ${match[0].replace(/\s+/g, ' ')}`, place: { line: place.line + offset } };
  };
  const strangers = strangersText.exec(script);
  if (strangers) {
    const { text, place: at } = whereIn(strangers);
    add(rules.injection, at, text);
  }
  checkScript(script, place, job, add);
  checkEnvironment(step.at('env'), job, add);
  for (const [name, value] of [...step.at('with').entries(), ...step.at('env').entries()]) {
    if (/\btoJSON\(\s*secrets\s*\)/i.test(value.text)) add(rules.allSecrets, value, `${job} ${name}`);
  }
  const input = inputText.exec(script);
  return input ? [whereIn(input)] : [];
}

function checkEnvironment(environment: YamlPlace, about: string, add: AddFinding): void {
  checkVariables(environment, about, add);
  const commands = environment.at('ACTIONS_ALLOW_UNSECURE_COMMANDS');
  if (/^(?:true|1)$/i.test(commands.text)) add(rules.commands, commands, about);
}
