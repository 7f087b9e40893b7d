const frameworks: [RegExp, string][] = [
  [/^vitest$/, 'vitest'],
  [/^@jest\/|^jest$/, 'jest'],
  [/^mocha$/, 'mocha'],
  [/^chai$/, 'chai'],
  [/^jasmine(?:-core)?$/, 'jasmine'],
  [/^ava$/, 'ava'],
  [/^node:test$/, 'node:test'],
  [/^@playwright\/test$/, 'playwright'],
  [/^cypress$/, 'cypress'],
  [/^supertest$/, 'supertest'],
  [/^pytest/, 'pytest'],
  [/^unittest/, 'unittest'],
  [/^org\.junit\.jupiter/, 'junit5'],
  [/^org\.junit\.(?!jupiter)|^junit:junit$/, 'junit4'],
  [/^org\.testng/, 'testng'],
  [/^org\.mockito/, 'mockito'],
  [/^testing$/, 'go testing'],
  [/^github\.com\/stretchr\/testify/, 'testify'],
  [/^xunit/i, 'xunit'],
  [/^NUnit/i, 'nunit'],
  [/^Microsoft\.VisualStudio\.TestTools|^MSTest\b/, 'mstest'],
  [/^PHPUnit/i, 'phpunit'],
  [/^rspec/, 'rspec'],
  [/^minitest/, 'minitest'],
  [/^gtest\//, 'googletest'],
  [/^catch2\//, 'catch2'],
  [/^kotlin\.test|^io\.kotest/, 'kotest'],
];

/** The framework of a module that is imported, or of a package that a manifest names. */
export function testFramework(specifier: string): string | null {
  return frameworks.find(([pattern]) => pattern.test(specifier))?.[1] ?? null;
}
