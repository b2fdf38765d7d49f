import { type TestLanguage, type TestRun, testRunsIn } from '@/lib/engine/gate/test-commands'

/** A command a worker ran, with its exit code. */
export interface RunCommand {
  command: string
  /** Null when it did not end by itself. */
  exitCode: number | null
}

const languages: readonly (readonly [TestLanguage, RegExp])[] = [
  ['python', /\.py$/],
  ['script', /\.[cm]?[jt]sx?$/],
  ['go', /\.go$/],
  ['rust', /\.rs$/],
  ['ruby', /\.rb$/],
  ['dotnet', /\.(?:cs|fs|vb)$/],
  ['jvm', /\.(?:java|kts?|groovy|scala)$/],
]

const filter =
  /^(?:-[kmtgE]|-{1,2}run|--(?:grep|testNamePattern|filter|tests|deselect|ignore|exclude|changed|lf|last-failed|shard)|-Dtest)(?:=|$)/
const isModule = /^\w+(?:\.\w+)+$/
const subcommand = /^(?:run|discover|--|\.{1,2}|\.\/\.{3}|\.\/)$/

/** True when the test at `path` (a file, or `file::case`) was seen run, and passed in its latest run. */
export function hasPassed(path: string, commands: readonly RunCommand[]): boolean {
  return commands.findLast(({ command }) => testRunsIn(command).some((run) => covers(run, path)))?.exitCode === 0
}

/** A run covers the files and folders it names, and everything of its language when it names nothing and filters nothing. */
function covers({ language, words }: TestRun, path: string): boolean {
  if (words.some((word) => filter.test(word))) return false
  const given = words.filter((word) => !word.startsWith('-') && !subcommand.test(word))
  if (given.length > 0) return given.some((word) => names(word, path))
  const [file = path] = path.split('::')
  return languages.some(([own, ending]) => own === language && ending.test(file))
}

/** `file`, `folder` or `file::case`; a dotted module name is read as a path. */
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
