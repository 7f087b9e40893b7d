import { atTop, type CheckRule, fail, notApplicable, partial, pass, type ReadinessFacts } from './check.ts';
import { dockerfilesOf, finalStage } from './facts.ts';

const anyStage = (facts: ReadinessFacts, pattern: RegExp) =>
  dockerfilesOf(facts).flatMap(({ path, text }) => {
    const at = text.search(pattern);
    return at < 0 ? [] : [{ file: path, line: text.slice(0, at).split('\n').length }];
  });

export const containerization: CheckRule[] = [
  {
    id: 'dockerfile',
    weight: 3,
    effort: 'S',
    recommendation: 'Add a Dockerfile that builds and runs the application.',
    judge: (facts) =>
      facts.configs('dockerfile').length > 0 ? pass(atTop(facts.configs('dockerfile'))) : fail(),
  },
  {
    id: 'multi_stage',
    weight: 2,
    effort: 'S',
    recommendation: 'Build in one stage and copy only the result into a small final stage.',
    judge: (facts) => {
      const all = dockerfilesOf(facts);
      if (all.length === 0) return fail();
      const staged = all.filter(({ text }) => (text.match(/^[^\S\n]*FROM\s/gim) ?? []).length > 1);
      return staged.length === all.length
        ? pass(atTop(staged.map((one) => one.path)))
        : staged.length > 0
          ? partial()
          : fail(atTop(all.map((one) => one.path)));
    },
  },
  {
    id: 'non_root',
    weight: 2,
    effort: 'S',
    recommendation: 'Add USER with an account that is not root to the final stage.',
    judge: (facts) => {
      const all = dockerfilesOf(facts);
      if (all.length === 0) return fail();
      const good = all.filter(
        ({ text }) =>
          /^[^\S\n]*USER\s+(?!root\b|0\b)\S+/im.test(finalStage(text)) ||
          /nonroot|distroless.*nonroot/i.test(finalStage(text)),
      );
      return good.length === all.length
        ? pass(atTop(good.map((one) => one.path)))
        : good.length > 0
          ? partial()
          : fail(atTop(all.map((one) => one.path)));
    },
  },
  {
    id: 'pinned_base',
    weight: 2,
    effort: 'S',
    recommendation: 'Pin base images to an exact version or digest, not to latest.',
    judge: (facts) => {
      const all = dockerfilesOf(facts);
      if (all.length === 0) return fail();
      const loose = anyStage(
        facts,
        /^[^\S\n]*FROM\s+(?:--\S+\s+)*(?!scratch\b|\$)[^\s:@]+(?::latest)?\s*(?:$|\s+AS\b)/im,
      );
      return loose.length === 0 ? pass() : fail(loose);
    },
  },
  {
    id: 'dockerignore',
    weight: 1,
    effort: 'S',
    recommendation: 'Add a .dockerignore that excludes .git, dependencies and local settings.',
    judge: (facts) =>
      facts.configs('dockerignore').length > 0
        ? pass(atTop(facts.configs('dockerignore')))
        : facts.configs('dockerfile').length > 0
          ? fail()
          : notApplicable,
  },
  {
    id: 'healthcheck',
    weight: 1,
    effort: 'S',
    recommendation: 'Add HEALTHCHECK, or probes where the container runs.',
    judge: (facts) => {
      if (facts.configs('dockerfile').length === 0) return notApplicable;
      const places = anyStage(facts, /^[^\S\n]*HEALTHCHECK\s+(?!NONE)/im);
      const probes = facts
        .configs('kubernetes')
        .filter((path) => /(?:liveness|readiness)Probe/.test(facts.files.text(path) ?? ''));
      const composed = facts
        .configs('compose')
        .filter((path) => /healthcheck:/.test(facts.files.text(path) ?? ''));
      return places.length > 0
        ? pass(places)
        : probes.length + composed.length > 0
          ? pass(atTop([...probes, ...composed]))
          : fail();
    },
  },
  {
    id: 'no_secrets_in_image',
    weight: 2,
    effort: 'S',
    recommendation:
      'Keep secrets out of the image: mount them at build time, read them from the environment at run time.',
    judge: (facts) => {
      if (facts.configs('dockerfile').length === 0) return notApplicable;
      const found = facts.findings.filter(
        (one) =>
          (one.source === 'secrets' && facts.configs('dockerfile').includes(one.file)) ||
          one.ruleId === 'docker/secret-in-image',
      );
      return found.length === 0 ? pass() : fail(found.map((one) => ({ file: one.file, line: one.line })));
    },
  },
  {
    id: 'small_context',
    weight: 1,
    effort: 'S',
    recommendation:
      'Copy only the files that are needed, manifests before sources, instead of everything at once.',
    judge: (facts) => {
      const all = dockerfilesOf(facts);
      if (all.length === 0) return notApplicable;
      const wide = all.filter(({ text }) => /^[^\S\n]*(?:COPY|ADD)\s+(?:--\S+\s+)*\.\/?\s+\S+/im.test(text));
      if (wide.length === 0) return pass();
      return facts.configs('dockerignore').length > 0 ? pass() : fail(atTop(wide.map((one) => one.path)));
    },
  },
];
