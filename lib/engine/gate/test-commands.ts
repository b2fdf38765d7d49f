import {
  packageTest,
  sessionArguments,
  splitWorkspaces,
  testsPackage,
  testsTarget,
  withWorkspaceOptions,
} from './runner-scopes'

/** Language whose tests a runner runs if no files are given; `any` for a runner of all languages. */
type TestLanguage = 'python' | 'script' | 'go' | 'rust' | 'ruby' | 'dotnet' | 'jvm' | 'php' | 'any'

/** One invocation of a test runner within a command line. */
interface TestRun {
  language: TestLanguage
  /** Arguments of the runner: files, folders, options. */
  words: string[]
  /** Folders of the packages that it is confined to; empty for none. */
  within: readonly string[]
  /** The folder that a `cd` before it changed to, '' for none. */
  folder: string
  /** Whether a plain argument selects every file with that text in its path. */
  isFilter: boolean
}

const runners: readonly (readonly [TestLanguage, RegExp])[] = [
  ['python', /^(?:(?:(?:python[\d.]*|coverage\s+run)\s+-m\s+)?(?:pytest|py\.test)|python[\d.]*\s+-m\s+unittest)(?!\S)/],
  ['python', /^(?:python[\d.]*\s+-m\s+)?(?:tox|nox)(?!\S)/],
  ['script', packageTest],
  ['script', /^(?:deno\s+test|node\s+(?:-\S+\s+)*--test)(?!\S)/],
  [
    'script',
    /^(?:(?:npx|bunx|(?:pnpm|npm)\s+exec|(?:pnpm|yarn)\s+dlx|yarn|pnpm)\s+(?:(?:--|--yes|-y)\s+)?)?(?:jest|vitest|mocha)(?!\S)/,
  ],
  ['go', /^go\s+test(?!\S)/],
  ['rust', /^cargo\s+(?:nextest\s+run|test)(?!\S)/],
  ['ruby', /^(?:bundle\s+exec\s+|(?:\.\/)?bin\/)?rspec(?!\S)/],
  ['dotnet', /^dotnet\s+test(?!\S)/],
  ['jvm', /^(?:\.\/)?gradlew?(?=\s)(?=.*\s[\w:-]*test(?!\S))/i],
  ['jvm', /^(?:\.\/)?mvnw?(?=\s)(?=.*\s(?:test|package|integration-test|verify|install|deploy)(?!\S))/],
  ['php', /^(?:php\s+(?:-\S+\s+)*)?(?:(?:\.\/)?vendor\/bin\/)?phpunit(?!\S)/],
  ['any', /^(?:bazel|bazelisk)\s+(?:-\S+\s+)*test(?!\S)/],
]

const sessions = /(?:tox|nox)$/
const takesFilters = /(?:jest|vitest)$|^bun\s+test$/
const plainFilter = /^[\w./-]+$/

const commandCharacters = 10_000
const shell = /^\s*(?:\/bin\/)?(?:ba|z|da)?sh\s+-l?c\s+(["'])([\s\S]*)\1\s*$/
/** Where a program is installed. */
const bin = /^(?:\S*\/)?(?:node_modules\/\.|v?env\/|\.venv\/)bin\/(?=\w)/
const changed = /^cd\s+(\S+)$/
const redirection = /(?:\d|&)?>{1,2}[ \t]?(?:&\d|[^\s;|&]+)/g
const prefix = /^(?:(?:\w+=\S*|sudo|time|env|(?:timeout|nice)\s+\S+|(?:uv|poetry|pipenv|hatch|pdm)\s+run)\s+)+/
const runsNothing =
  /^(?:--?(?:collect-only|co|fixtures|markers|setup-plan|list(?:Tests|-tests)?|help|h|version|V|no-run|dry-run)|-DskipTests(?:=true)?|-Dmaven\.test\.skip(?:=true)?)$/
/** Gradle options that exclude the tests. */
const leavesOut = /(?:^|\s)(?:-x|--exclude-task)[\s=]+[\w:]*test(?!\S)/i
const compilesOnly = /(?:^|\s)-c(?!\S)/

/**
 * Returns the test runs whose outcome determines the exit code of a command line: those followed only by `&&`. Before `||`, `;`, `|` or `&`
 * the exit code may be another command's, so those runs are ignored.
 */
function testRunsIn(command: string): TestRun[] {
  const whole = command.slice(0, commandCharacters).trim()
  const line = (shell.exec(whole)?.[2] ?? whole).replace(redirection, ' ')
  const parts = line.split(/\|\||[;|&\n](?<!&&)(?!&)/).map((part) => part.split('&&').map(toCommand))
  const decisive = parts.pop() ?? []
  let folder = parts.flat().reduce(folderAfter, '')
  return decisive.flatMap((text) => {
    folder = folderAfter(folder, text)
    for (const [language, start] of runners) {
      const match = start.exec(text)
      if (!match) continue
      const options = start === packageTest ? (match[2] ?? '') : ''
      const given = `${options} ${text.slice(match[0].length)}`.split(/\s+/).filter(Boolean)
      const { words, within } = argumentsOf(match[0], given.map(unquoted)) ?? {}
      const isFilter = takesFilters.test(match[0])
      return words && within && runsTests(language, words) ? [{ language, words, within, folder, isFilter }] : []
    }
    return []
  })
}

/** Returns the arguments that reach the test runner itself; null where they cannot be told. */
function argumentsOf(runner: string, given: string[]): Pick<TestRun, 'words' | 'within'> | null {
  if (sessions.test(runner)) {
    const words = sessionArguments(given)
    return words && { words: [...words], within: [] }
  }
  if (!packageTest.test(runner)) return { words: given, within: [] }
  const split = splitWorkspaces(given)
  return split && { words: split.rest, within: split.folders }
}

function toCommand(part: string): string {
  const inside = part.trim().replace(/^\(\s*|\s?\)$/g, '')
  return withWorkspaceOptions(inside.replace(prefix, '').replace(bin, ''))
}

function folderAfter(folder: string, command: string): string {
  const to = changed.exec(command)?.[1]
  if (to === undefined) return folder
  return to.startsWith('/') || folder === '' ? unquoted(to) : `${folder}/${unquoted(to)}`
}

function runsTests(language: TestLanguage, words: readonly string[]): boolean {
  if (words.some((word) => runsNothing.test(word))) return false
  const line = words.join(' ')
  return !(language === 'jvm' && leavesOut.test(line)) && !(language === 'go' && compilesOnly.test(line))
}

function unquoted(word: string): string {
  return word.replace(/^(["'])(.*)\1$/, '$2')
}

/** What a test run was told to run: files, folders, `file::case`; empty = everything. Null when its filter cannot be interpreted. */
type TestSelection = string[] | null

const filters: Readonly<Record<TestLanguage, RegExp>> = {
  python: /^(?:-[km]|--(?:deselect|ignore(?:-glob)?|lf|last-failed|sw|stepwise|nf|new-first))(?:=|$)/,
  script:
    /^(?:-[tgfow]|--(?:testNamePattern|grep|fgrep|changed(?:Since)?|onlyChanged|onlyFailures|findRelatedTests|related|exclude|shard|project|selectProjects|workspace|filter))(?:=|$)/,
  go: /^--?(?:run|skip)(?:=|$)/,
  rust: /^(?:-[pE]|--(?:lib|bins?|examples?|bench(?:es)?|doc|package|exclude|ignored|filterset|partition))(?:=|$)/,
  ruby: /^(?:-[et]|--(?:example|tag|only-failures|next-failure|exclude-pattern))(?:=|$)/,
  dotnet: /^--filter(?:=|$)/,
  php: /^--(?:filter|exclude-filter|testsuite|exclude-testsuite|group|exclude-group|covers|uses|list-\S+)(?:=|$)/,
  any: /^$/,
  jvm: /^(?:-Dit\.test|-Dgroups|-DexcludedGroups|-Dsurefire\.\S*|--exclude\S*)(?:=|$)/,
}

/** Options whose value is the next argument and selects no tests. */
const valued: Readonly<Record<TestLanguage, RegExp>> = {
  python: /^(?:-[ncpoWr]|--(?:tb|rootdir|maxfail|durations|cov|cov-report|junitxml|timeout|color|confcutdir))$/,
  script: /^(?:-[cr]|--(?:config|reporter|require|import|timeout|testTimeout|maxWorkers|environment|jobs))$/,
  go: /^--?(?:timeout|count|p|parallel|cpu|tags|coverprofile|covermode|coverpkg|json|o|vet)$/,
  rust: /^(?:-j|--(?:jobs|features|target|profile|color|manifest-path))$/,
  ruby: /^(?:-[forI]|--(?:format|out|require|order|seed))$/,
  dotnet: /^(?:-[cfvlors]|--(?:configuration|framework|verbosity|logger|output|runtime|settings|results-directory))$/,
  php: /^(?:-[cd]|--(?:configuration|bootstrap|coverage-\S+|log-\S+|order-by|cache-directory))$/,
  any: /^$/,
  jvm: /^(?:-[PT]|--(?:max-workers|console|settings|threads))$/,
}

const subcommand = /^(?:run|discover|--|\.{1,2}|\.\/\.{3}|\.\/)$/

const isSubcommand = (language: TestLanguage, word: string) => language !== 'go' && subcommand.test(word)

/** Parses the arguments of a test runner. */
function selectionOf(language: TestLanguage, words: readonly string[]): TestSelection {
  if (words.some((word) => filters[language].test(word))) return null
  if (language === 'jvm') return jvmSelection(words)
  const given: string[] = []
  for (const [index, word] of words.entries()) {
    const before = words[index - 1] ?? ''
    const [, pattern] = /^--(?:testPathPatterns?|test)=(.+)$/.exec(word) ?? []
    if (pattern !== undefined) given.push(pattern)
    else if (language === 'rust' && before === '--test') given.push(`tests/${word}.rs`)
    else if (!word.startsWith('-') && !isSubcommand(language, word) && !valued[language].test(before)) given.push(word)
  }
  return language === 'dotnet' ? given.map(folderOfProject).filter(Boolean) : given
}

/** Classes come from `--tests` and `-Dtest`, modules from `:app:test`, `-pl` and `-f`; the goals themselves select nothing. */
function jvmSelection(words: readonly string[]): TestSelection {
  const given: string[] = []
  for (const [index, word] of words.entries()) {
    const option = /^(--tests|-Dtest|-pl|--projects|-f|--file|-p|--project-dir)(?:=(.*))?$/.exec(word)
    const module = /^:?([\w-]+(?::[\w-]+)*):\w*test$/i.exec(word)?.[1]
    if (module) given.push(module.replaceAll(':', '/'))
    if (!option) continue
    const [, name = '', value = words[index + 1] ?? ''] = option
    given.push(
      ...value.split(',').map((item) => (/^(?:--tests|-Dtest)$/.test(name) ? toClassPath(item) : folderOf(item))),
    )
  }
  return given.filter(Boolean)
}

/** Turns `com.x.ATest` into a path; a single method becomes a case. */
function toClassPath(name: string): string {
  const [whole = '', method] = name.split('#')
  const parts = whole.split('.')
  const last = parts.at(-1) ?? ''
  const isMethod = parts.length > 1 && /^[a-z_]/.test(last)
  const file = (isMethod ? parts.slice(0, -1) : parts).join('/')
  const member = method ?? (isMethod ? last : undefined)
  return member === undefined ? file : `${file}::${member}`
}

function folderOf(path: string): string {
  return path.replace(/\/?pom\.xml$/, '')
}

function folderOfProject(path: string): string {
  return /\.(?:cs|fs|vb)proj$|\.slnx?$/.test(path) ? path.split('/').slice(0, -1).join('/') : path
}

/** A command run by a worker, with its exit code. */
interface RunCommand {
  command: string
  /** Null when it was killed. */
  exitCode: number | null
}

const classFile = /\.(?:java|kts?|groovy|scala)$/

const languages: readonly (readonly [TestLanguage, RegExp])[] = [
  ['python', /\.py$/],
  ['script', /\.[cm]?[jt]sx?$/],
  ['go', /\.go$/],
  ['rust', /\.rs$/],
  ['ruby', /\.rb$/],
  ['dotnet', /\.(?:cs|fs|vb)$/],
  ['php', /\.php$/],
  ['jvm', classFile],
]

const isModule = /^\w+(?:\.\w+)+$/

/** Whether the test at `path` (a file, or `file::case`) was run, and passed in its latest run. */
export function hasPassed(path: string, commands: readonly RunCommand[]): boolean {
  return commands.findLast(({ command }) => testRunsIn(command).some((run) => covers(run, path)))?.exitCode === 0
}

/** Whether a run includes the test at `path`: it names the file or a folder above it, or it runs everything of that language unfiltered. */
function covers({ language, words, within, folder, isFilter }: TestRun, path: string): boolean {
  if (language === 'any') return testsTarget(words, path.split('::')[0] ?? path)
  const given = withinFolders(selectionOf(language, words), within)
  if (given === null) return false
  const wanted = language === 'jvm' ? classOf(path) : path
  const [file = path] = path.split('::')
  const known = languages.filter(([, ending]) => ending.test(file))
  const isOwn = known.some(([own]) => own === language)
  if (language === 'go') return (known.length === 0 || isOwn) && testsPackage(given, folder, file)
  const isPartOf = (word: string) => isFilter && plainFilter.test(word) && file.includes(word)
  if (given.length > 0) return given.some((word) => names(word, wanted) || isPartOf(word))
  if (known.length > 0) return isOwn
  // A folder may be of any language; a dotted class name belongs to the JVM.
  return /^(?:\.\/)?[^.]+$/.test(file) || (language === 'jvm' && /\.[A-Z]\w*$/.test(file))
}

/** The folders, or what is selected below them. */
function withinFolders(selection: TestSelection, folders: readonly string[]): TestSelection {
  if (selection === null || folders.length === 0) return selection
  if (selection.length === 0) return [...folders]
  return folders.flatMap((folder) => selection.map((word) => `${folder}/${word.replace(/^\.\//, '')}`))
}

/** Removes the file extension, since classes are selected without it, and turns a dotted name into a path. */
function classOf(path: string): string {
  const [file = '', ...cases] = path.split('::')
  const named = isModule.test(file) && !classFile.test(file) ? file.replaceAll('.', '/') : file.replace(classFile, '')
  return [named, ...cases].join('::')
}

/** Matches `file`, `folder` or `file::case`; a dotted module name is read as a path. */
function names(word: string, path: string): boolean {
  const [file = '', ...cases] = word.split('::')
  const [wanted = '', ...wantedCases] = path.split('::')
  const isFile =
    isSameOrAbove(file, wanted) || (isModule.test(file) && isSameOrAbove(`${file.replaceAll('.', '/')}.py`, wanted))
  return isFile && cases.every((name, index) => name === wantedCases[index])
}

function isSameOrAbove(given: string, wanted: string): boolean {
  const [left, right] = [given, wanted].map((text) =>
    text
      .replaceAll('\\', '/')
      .replace(/^\.\//, '')
      .replace(/\/(?:\.{3})?$/, ''),
  )
  if (!left || !right) return false
  return left === right || left.endsWith(`/${right}`) || right.endsWith(`/${left}`) || right.startsWith(`${left}/`)
}
