/** Language whose tests a runner runs when it is given no files. */
export type TestLanguage = 'python' | 'script' | 'go' | 'rust' | 'ruby' | 'dotnet' | 'jvm'

/** One start of a test runner within a command line. */
export interface TestRun {
  language: TestLanguage
  /** What follows the runner: files, folders, options. */
  words: string[]
}

const runners: readonly (readonly [TestLanguage, RegExp])[] = [
  ['python', /^(?:(?:python[\d.]*\s+-m\s+)?(?:pytest|py\.test)|python[\d.]*\s+-m\s+unittest)(?!\S)/],
  ['script', /^(?:npm\s+(?:t|tst)|(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?test(?::[\w-]+)?)(?!\S)/],
  [
    'script',
    /^(?:(?:npx|bunx|(?:pnpm|npm)\s+exec|(?:pnpm|yarn)\s+dlx|yarn|pnpm)\s+(?:--\s+)?)?(?:jest|vitest|mocha)(?!\S)/,
  ],
  ['go', /^go\s+test(?!\S)/],
  ['rust', /^cargo\s+(?:nextest\s+run|test)(?!\S)/],
  ['ruby', /^(?:bundle\s+exec\s+)?rspec(?!\S)/],
  ['dotnet', /^dotnet\s+test(?!\S)/],
  ['jvm', /^(?:\.\/)?gradlew?(?=\s)(?=.*\s[\w:-]*test(?!\S))/i],
  ['jvm', /^(?:\.\/)?mvnw?(?=\s)(?=.*\s(?:test|package|integration-test|verify|install|deploy)(?!\S))/],
]

const commandCharacters = 10_000
const shell = /^\s*(?:\/bin\/)?(?:ba|z|da)?sh\s+-l?c\s+(["'])([\s\S]*)\1\s*$/
const redirection = /(?:\d|&)?>{1,2}[ \t]?(?:&\d|[^\s;|&]+)/g
const prefix = /^(?:(?:\w+=\S*|sudo|time|env|(?:timeout|nice)\s+\S+|(?:uv|poetry|pipenv|hatch|pdm)\s+run)\s+)+/
const runsNothing =
  /^(?:--?(?:collect-only|co|fixtures|markers|setup-plan|list(?:Tests|-tests)?|help|h|version|V|no-run|dry-run)|-DskipTests(?:=true)?|-Dmaven\.test\.skip(?:=true)?)$/
/** Options that leave the tests out, each with the value that says so. */
const leavesOut = /(?:^|\s)(?:-x|--exclude-task)[\s=]+[\w:]*test(?!\S)/i
const compilesOnly = /(?:^|\s)-c(?!\S)/

/**
 * The test runs whose outcome the exit code of a command line tells: those followed by `&&` at most. Behind `||`, `;`, `|`
 * or `&` the exit code may be another command's, so nothing is known of them.
 */
export function testRunsIn(command: string): TestRun[] {
  const whole = command.slice(0, commandCharacters).trim()
  const line = (shell.exec(whole)?.[2] ?? whole).replace(redirection, ' ')
  const decisive = line.split(/\|\||[;|&\n](?<!&&)(?!&)/).at(-1) ?? ''
  return decisive.split('&&').flatMap((part) => {
    const text = part
      .trim()
      .replace(/^\(\s*|\s?\)$/g, '')
      .replace(prefix, '')
    for (const [language, start] of runners) {
      const match = start.exec(text)
      if (!match) continue
      const words = text.slice(match[0].length).split(/\s+/).filter(Boolean)
      return runsTests(language, words) ? [{ language, words: words.map(unquoted) }] : []
    }
    return []
  })
}

function runsTests(language: TestLanguage, words: readonly string[]): boolean {
  if (words.some((word) => runsNothing.test(word))) return false
  const line = words.join(' ')
  return !(language === 'jvm' && leavesOut.test(line)) && !(language === 'go' && compilesOnly.test(line))
}

function unquoted(word: string): string {
  return word.replace(/^(["'])(.*)\1$/, '$2')
}
