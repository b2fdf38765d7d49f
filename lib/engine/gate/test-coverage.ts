import { type TestLanguage, type TestRun, testRunsIn } from '@/lib/engine/gate/test-commands'
import { selectionOf } from '@/lib/engine/gate/test-selection'

/** A command a worker ran, with its exit code. */
export interface RunCommand {
  command: string
  /** Null when it did not end by itself. */
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
  ['jvm', classFile],
]

const isModule = /^\w+(?:\.\w+)+$/

/** True when the test at `path` (a file, or `file::case`) was seen run, and passed in its latest run. */
export function hasPassed(path: string, commands: readonly RunCommand[]): boolean {
  return commands.findLast(({ command }) => testRunsIn(command).some((run) => covers(run, path)))?.exitCode === 0
}

/** A run covers the files and folders it names, and everything of its language when it names nothing and filters nothing. */
function covers({ language, words }: TestRun, path: string): boolean {
  const given = selectionOf(language, words)
  if (given === null) return false
  const wanted = language === 'jvm' ? classOf(path) : path
  if (given.length > 0) return given.some((word) => names(word, wanted))
  const [file = path] = path.split('::')
  const known = languages.filter(([, ending]) => ending.test(file))
  if (known.length > 0) return known.some(([own]) => own === language)
  // A folder is of any language, a class by its name of one.
  return /^(?:\.\/)?[^.]+$/.test(file) || (language === 'jvm' && /\.[A-Z]\w*$/.test(file))
}

/** Classes are selected without the ending of their file, and may be wanted by their dotted name. */
function classOf(path: string): string {
  const [file = '', ...cases] = path.split('::')
  const named = isModule.test(file) && !classFile.test(file) ? file.replaceAll('.', '/') : file.replace(classFile, '')
  return [named, ...cases].join('::')
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
