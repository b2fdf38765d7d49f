import { describe, expect, it } from 'vitest'
import { checkVerification } from '@/lib/engine/gate/check-verification'
import { EngineInputError } from '@/lib/engine/input-error'

function isSeen(path: string, ...commands: (string | [string, number])[]) {
  const run = commands.map((command) =>
    typeof command === 'string' ? { command, exitCode: 0 } : { command: command[0], exitCode: command[1] },
  )
  return checkVerification({ criteria: { requiredTests: [path] }, state: { commands: run } }).satisfied
}

describe('a test counts as passed', () => {
  it.each([
    ['tests/a.py', 'pytest tests/a.py'],
    ['tests/a.py', 'python3 -m pytest -q tests/a.py tests/b.py'],
    ['tests/a.py', 'cd app && PYTHONPATH=. uv run pytest tests/ 2>&1'],
    ['tests/a.py', 'cd tests; pytest a.py'],
    ['tests/a.py', "bash -lc 'cd /repo && pytest /repo/tests/a.py'"],
    ['tests/a.py', 'pytest'],
    ['tests/a.py::test_x', 'pytest tests/a.py'],
    ['tests/a.py::T::test_x', 'pytest tests/a.py::T'],
    ['tests/a.py', 'python -m unittest tests.a'],
    ['tests/a.py', 'python -m unittest discover'],
    ['src/a.test.ts', 'npm test'],
    ['src/a.test.ts', 'pnpm run test:unit'],
    ['src/a.test.ts', 'npx vitest run src/a.test.ts'],
    ['src/a.test.ts', 'yarn jest src'],
    ['src/parser.test.ts', 'npx vitest run parser'],
    ['src/parser.test.ts', 'npx jest parser.test'],
    ['src/parser.test.ts', 'bun test parser'],
    ['test/a.js', 'bun test'],
    ['test/a.js', 'npx mocha ./test/a.js'],
    ['pkg/a_test.go', 'go test ./...'],
    ['pkg/a_test.go', 'go test ./pkg/...'],
    ['pkg/a_test.go', 'go test ./pkg'],
    ['pkg/a_test.go', 'go test example.com/app/pkg'],
    ['pkg/a_test.go', 'cd pkg && go test'],
    ['pkg/a_test.go', 'cd pkg; go test'],
    ['pkg/sub/a_test.go', 'cd ./pkg && go test ./sub'],
    ['pkg/a_test.go', 'cd /repo && go test ./...'],
    ['pkg', 'go test ./pkg'],
    ['pkg.v2/a_test.go', 'go test ./...'],
    ['pkg/sub/a_test.go', 'go test example.com/app/pkg/...'],
    ['a_test.go', 'go test'],
    ['src/a.test.ts', 'npx --yes jest src/a.test.ts'],
    ['src/a.test.ts', './node_modules/.bin/vitest run src/a.test.ts'],
    ['tests/a.py', '.venv/bin/python -m pytest tests/a.py'],
    ['tests/a.py', 'venv/bin/pytest tests/a.py'],
    ['tests/a.py', 'coverage run -m pytest tests/a.py'],
    ['tests/a.rs', 'cargo test --workspace'],
    ['spec/a_spec.rb', 'bundle exec rspec spec/a_spec.rb'],
    ['A.Tests/B.cs', 'dotnet test'],
    ['src/test/java/ATest.java', './gradlew clean test'],
    ['src/test/java/ATest.java', 'mvn -q verify'],
    ['src/test/java/com/x/ATest.java', './gradlew test --tests com.x.ATest'],
    ['src/test/java/com/x/ATest.java', './gradlew --tests=ATest test'],
    ['src/test/java/com/x/ATest.java', 'mvn -Dtest=BTest,ATest test'],
    ['com.x.ATest', './gradlew test --tests ATest'],
    ['com.x.ATest', 'mvn test'],
    ['tests/unit', 'pytest'],
    ['tests/unit/', 'pytest tests'],
    ['app/src/test/java/ATest.java', './gradlew :app:test'],
    ['app/src/test/java/ATest.java', 'mvn -pl app test'],
    ['tests/a.rs', 'cargo test --test a'],
    ['Tests/A.cs', 'dotnet test Tests/Tests.csproj -c Release'],
    ['src/a.test.ts', 'npm t'],
    ['src/a.test.ts', 'npx jest --testPathPattern=src/a.test.ts'],
    ['tests/a.py', 'pytest -n 4 --tb short'],
    ['pkg/a_test.go', 'go test -timeout 30s ./...'],
    ['packages/a/src/a.test.ts', 'pnpm -r test'],
    ['packages/a/src/a.test.ts', 'pnpm --recursive run test:unit'],
    ['packages/a/src/a.test.ts', 'pnpm --filter ./packages/a test'],
    ['packages/a/src/a.test.ts', 'pnpm -r --filter packages/a... run test'],
    ['packages/a/src/a.test.ts', 'npm test --workspaces --if-present'],
    ['packages/a/src/a.test.ts', 'npm run test -w packages/a'],
    ['packages/a/src/a.test.ts', 'npm -w packages/a test -- src/a.test.ts'],
    ['a/src/a.test.ts', 'npm run test --workspace=a'],
    ['app/src/a.test.ts', 'npm --prefix app test'],
    ['app/src/a.test.ts', 'npm test --prefix ./app'],
    ['packages/a/src/a.test.ts', 'yarn workspaces foreach -A run test'],
    ['packages/a/src/a.test.ts', 'yarn workspaces foreach --all --parallel test'],
    ['packages/a/src/a.test.ts', 'yarn workspaces run test'],
    ['a/src/a.test.ts', 'yarn workspace a test'],
    ['tests/a.py', 'tox'],
    ['tests/a.py', 'python -m tox -p auto'],
    ['tests/a.py', 'tox run -e py311,py312'],
    ['tests/a.py', 'tox -e py311 -- tests/a.py'],
    ['tests/a.py', 'nox'],
    ['tests/a.py', 'nox -s tests'],
    ['tests/a.py', 'nox --session "tests-3.12" -- tests/a.py'],
    ['pkg/a_test.py', 'bazel test //...'],
    ['pkg/a_test.go', 'bazelisk test --config=ci //pkg/...'],
    ['pkg/a_test.go', 'bazel test //pkg:all'],
    ['pkg/a_test.cc', 'bazel test //pkg:a_test'],
    ['app/src/test/java/ATest.java', 'mvn -pl app -am test'],
    ['x/src/test/java/ATest.java', 'gradle :x:test'],
    ['tests/a.rs', 'cargo nextest run'],
    ['tests/a.rs', 'cargo nextest run --test a'],
    ['Tests/A.cs', 'dotnet test --no-build'],
    ['tests/ATest.php', 'phpunit'],
    ['tests/ATest.php', './vendor/bin/phpunit -c phpunit.xml tests/ATest.php'],
    ['tests/ATest.php', 'php vendor/bin/phpunit --colors=always tests'],
    ['spec/a_spec.rb', 'rspec'],
    ['spec/a_spec.rb', 'bin/rspec spec'],
    ['src/a.test.ts', 'deno test -A'],
    ['src/a.test.ts', 'deno test --allow-read src/'],
    ['src/a.test.ts', 'bun test'],
    ['test/a.js', 'node --test'],
  ])('%s by %s', (path, command) => {
    expect(isSeen(path, command)).toBe(true)
  })
})

describe('a test does not count as passed', () => {
  it.each([
    ['it was not run', 'tests/a.py', 'pytest tests/b.py'],
    ['only mentioned', 'tests/a.py', 'echo "pytest tests/a.py"'],
    ['only read', 'tests/a.py', 'cat tests/a.py'],
    ['only collected', 'tests/a.py', 'pytest --collect-only tests/a.py'],
    ['the exit code is of another command', 'tests/a.py', 'pytest tests/a.py || true'],
    ['the exit code is of a pipe', 'tests/a.py', 'pytest tests/a.py | tail -5'],
    ['the exit code is of what follows', 'tests/a.py', 'pytest tests/a.py; echo done'],
    ['only one case of it was run', 'tests/a.py', 'pytest tests/a.py::test_x'],
    ['another case of it was run', 'tests/a.py::test_x', 'pytest tests/a.py::test_y'],
    ['it was filtered', 'tests/a.py', 'pytest tests/a.py -k quick'],
    ['the runner is of another language', 'tests/a.py', 'npm test'],
    ['a whole suite was narrowed', 'tests/a.rs', 'cargo test other'],
    ['another class was run', 'src/test/java/com/x/ATest.java', 'mvn -Dtest=BTest test'],
    ['another class was run', 'src/test/java/com/x/ATest.java', './gradlew test --tests com.x.BTest'],
    ['only one method of it', 'src/test/java/com/x/ATest.java', './gradlew test --tests com.x.ATest.adds'],
    ['another module was run', 'app/src/test/java/ATest.java', './gradlew :lib:test'],
    ['tests were skipped', 'src/test/java/ATest.java', 'mvn install -DskipTests'],
    ['tests were left out', 'src/test/java/ATest.java', './gradlew build -x test'],
    ['it was only compiled', 'pkg/a_test.go', 'go test -c ./pkg'],
    ['only the package of the folder was tested', 'pkg/a_test.go', 'go test'],
    ['only the package of the folder was tested', 'pkg/a_test.go', 'go test .'],
    ['a package is not those below it', 'pkg/sub/a_test.go', 'go test ./pkg'],
    ['a folder of the same name was tested', 'other/pkg/sub/a_test.go', 'go test ./pkg/...'],
    ['tests of another language were run', 'tests/a.py', 'go test ./...'],
    ['another folder was tested', 'pkg/a_test.go', 'cd other && go test ./...'],
    ['only the library was tested', 'tests/a.rs', 'cargo test --lib'],
    ['other files were run', 'src/a.test.ts', 'npx jest --testPathPattern=src/b'],
    ['only failures were run', 'tests/a.py', 'pytest --lf'],
    ['the filter fits other files', 'src/parser.test.ts', 'npx vitest run lexer'],
    ['the filter is a pattern', 'src/parser.test.ts', 'npx jest "pars.*"'],
    ['the runner takes files only', 'test/parser.js', 'npx mocha parser'],
    ['it is not a test of the runner', 'tests/a.feature', 'pytest'],
    ['the name is only similar', 'tests/a.py', 'pytest contests/a.py.bak'],
    ['another package was tested', 'packages/a/src/a.test.ts', 'npm test -w packages/b'],
    ['another package was tested', 'packages/a/src/a.test.ts', 'pnpm --filter ./packages/b test'],
    ['another package was tested', 'a/src/a.test.ts', 'yarn workspace b test'],
    ['another folder was tested', 'src/a.test.ts', 'npm test --prefix app'],
    ['another file of the package was run', 'packages/a/src/a.test.ts', 'npm test -w packages/a -- src/b.test.ts'],
    ['another file was run', 'packages/a/src/a.test.ts', 'pnpm -r test src/b.test.ts'],
    ['the packages are a pattern', 'packages/a/src/a.test.ts', 'pnpm --filter "@x/*" test'],
    ['packages were left out', 'packages/a/src/a.test.ts', 'pnpm -r --filter "!./packages/a" test'],
    ['some packages were chosen', 'packages/a/src/a.test.ts', 'yarn workspaces foreach -A --exclude a run test'],
    ['it only checked the style', 'tests/a.py', 'tox -e lint'],
    ['other files were passed on', 'tests/a.py', 'tox -e py311 -- tests/b.py'],
    ['only the environments were listed', 'tests/a.py', 'tox -l'],
    ['only the environments were made', 'tests/a.py', 'tox --notest'],
    ['it only checked the style', 'tests/a.py', 'nox -s lint'],
    ['another package was tested', 'pkg/a_test.py', 'bazel test //other/...'],
    ['another target was tested', 'pkg/a_test.py', 'bazel test //pkg:b_test'],
    ['a target was left out', 'pkg/a_test.py', 'bazel test //... -//pkg:a_test'],
    ['it was filtered', 'pkg/a_test.py', 'bazel test //... --test_tag_filters=fast'],
    ['it was only built', 'pkg/a_test.py', 'bazel build //...'],
    ['another module was run', 'x/src/test/java/ATest.java', 'gradle :y:test'],
    ['only a part was run', 'tests/a.rs', 'cargo nextest run -p other'],
    ['only a part was run', 'tests/a.rs', 'cargo nextest run --partition count:1/2'],
    ['it was filtered', 'tests/ATest.php', 'vendor/bin/phpunit --filter testX'],
    ['one of the suites was run', 'tests/ATest.php', 'vendor/bin/phpunit --testsuite unit'],
    ['other files were run', 'tests/ATest.php', 'phpunit tests/BTest.php'],
    ['other examples were run', 'spec/a_spec.rb', 'rspec spec/a_spec.rb:12'],
    ['it was filtered', 'src/a.test.ts', 'deno test --filter adds'],
    ['other files were run', 'src/a.test.ts', 'deno test src/b.test.ts'],
    ['tests of another language were run', 'tests/a.py', 'phpunit'],
  ])('%s: %s by %s', (_reason, path, command) => {
    expect(isSeen(path, command)).toBe(false)
  })

  it('in reasonable time when it has thousands of options and no script', () => {
    expect(isSeen('src/a.test.ts', `npm ${'-w '.repeat(3000)}build`)).toBe(false)
  })

  it('when it failed, or failed later', () => {
    expect(isSeen('tests/a.py', ['pytest tests/a.py', 1])).toBe(false)
    expect(isSeen('tests/a.py', ['pytest tests/a.py', 0], ['pytest', 1])).toBe(false)
    expect(isSeen('tests/a.py', ['pytest tests/a.py', 1], ['pytest tests/a.py', 0])).toBe(true)
  })
})

it('a test is seen however the accents of its name are written', () => {
  expect(isSeen('tests/pr\u00fcfung.py', 'pytest tests/pru\u0308fung.py')).toBe(true)
  expect(isSeen('tests/pru\u0308fung.py', 'pytest tests/pr\u00fcfung.py')).toBe(true)
})

describe('nudges', () => {
  const requiredTests = ['tests/a.py', 'tests/b.py']

  it('name exactly what is missing', () => {
    const commands = [{ command: 'pytest tests/a.py', exitCode: 0 }]
    const verdict = checkVerification({ criteria: { requiredTests, requireFileChanges: true }, state: { commands } })
    expect(verdict.missing.map(({ category, detail }) => `${category}: ${detail}`)).toEqual([
      'tests: Run tests/b.py and make it pass.',
      'files: Change the files the task asks for: none was changed.',
    ])
    expect(verdict).toMatchObject({ satisfied: false, forceAllow: false, nudges: 1, compilationNudges: 0 })
    expect(verdict.nudge).toContain('tests/b.py')
  })

  it.each([
    [{ nudges: 0 }, false, 1, 0],
    [{ nudges: 1 }, false, 2, 0],
    [{ nudges: 2 }, true, 2, 0],
    [{ nudges: 7 }, true, 7, 0],
  ])('with %j force allow: %s', (state, forceAllow, nudges, compilationNudges) => {
    const verdict = checkVerification({ criteria: { requiredTests }, state })
    expect(verdict).toMatchObject({ satisfied: false, forceAllow, nudges, compilationNudges })
    expect(verdict.nudge === null).toBe(forceAllow)
  })

  it.each([
    [{ nudges: 2, compilationNudges: 7 }, false, 2, 8],
    [{ nudges: 2, compilationNudges: 8 }, true, 2, 8],
    [{ nudges: 0, compilationNudges: 8 }, false, 1, 8],
  ])('count compilation separately: %j', (counters, forceAllow, nudges, compilationNudges) => {
    const state = { ...counters, compilation: { errors: 3 } }
    const verdict = checkVerification({ criteria: { requiredTests, requireCompilation: true }, state })
    expect(verdict).toMatchObject({ satisfied: false, forceAllow, nudges, compilationNudges })
  })

  it('end after the limit and not before', () => {
    let state = {}
    const rounds: boolean[] = []
    for (let round = 0; round < 4; round++) {
      const { forceAllow, nudges, compilationNudges } = checkVerification({
        criteria: { requiredTests, maxAttempts: 3 },
        state,
      })
      rounds.push(forceAllow)
      state = { nudges, compilationNudges }
    }
    expect(rounds).toEqual([false, false, false, true])
  })
})

describe('unobserved verification is missing', () => {
  it.each([
    [{ requireCompilation: true }, {}, false],
    [{ requireCompilation: true }, { compilation: { errors: 0 } }, true],
    [{ requireFileChanges: true }, {}, false],
    [{ requireFileChanges: true }, { filesChanged: ['a.ts'] }, true],
    [{}, {}, true],
  ])('%j with %j is satisfied: %s', (criteria, state, satisfied) => {
    expect(checkVerification({ criteria, state })).toMatchObject({ satisfied, forceAllow: false })
  })

  it('rejects invalid counters', () => {
    expect(() => checkVerification({ criteria: { maxAttempts: -1 }, state: {} })).toThrow(EngineInputError)
    expect(() => checkVerification({ criteria: {}, state: { nudges: 0.5 } })).toThrow('state.nudges')
  })
})
