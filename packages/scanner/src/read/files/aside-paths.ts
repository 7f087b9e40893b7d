/**
 * Tests, examples, fixtures, benchmarks and documentation: code that users of the application cannot reach.
 * Everything below `src/main` belongs to the application, whatever its packages are called.
 */
export const auxiliaryPath =
  /^(?!(?:.*\/)?src\/main\/).*(?:(?:^|\/)(?:tests?|t\/(?:unit|integration|smoke|benchmarks)|__tests__|__mocks__|specs?|e2e|fixtures?|testdata|test-data|_?examples?|samples?|demos?|benchmarks?|bench|playgrounds?|docs?|xdoc|stories|storybook|mocks?|cypress|playwright|testing|(?:jvm|js|native|common|android|ios|integration|unit|functional)Test|[\w-]+-tests?)\/|(?:\.|_|-)(?:test|spec|stories|fixture|mock|bench)s?\.[a-z]+$|(?:^|\/)mocks?\.[cm]?[jt]sx?$|(?:^|\/)\.env\.(?:test|ci|example|sample)$|(?:^|\/)(?:test_[^/]+\.py|conftest\.py|[^/]+Tests?\.(?:java|cs|kt|swift|scala))$)/i;

/** Programs for local users: build scripts, command line tools, configuration of tools. */
export const localPath =
  /(?:^|\/)(?:scripts?|tools?|bin|build|\.?ci|\.circleci|\.gitlab|\.github|tasks|hack|dev|perf|migrations?|seeds?|codemods?|generators?)\/|(?:^|\/)(?:gulpfile|gruntfile|webpack|rollup|vite|jest|vitest|babel|eslint|tsup|build|setup|noxfile|fabfile|rakefile|makefile|manage|seeds?)\b[^/]*$|\.config\.[cm]?[jt]s$/i;
