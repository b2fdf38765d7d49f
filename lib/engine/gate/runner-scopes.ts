// What the arguments of runners that test by workspace, session, package or target confine a run to.

const valued = '(?:-[wFC]|--(?:workspace|filter|prefix|cwd|dir))'
/** A package manager with options before the script `test`. */
export const packageTest = new RegExp(
  `^(npm|pnpm|yarn|bun)((?:\\s+(?:${valued}(?:=|\\s+)\\S+|(?!${valued}(?:=|\\s))-\\S+))*)\\s+(?:run\\s+)?(?:test(?::[\\w-]+)?|(?<=^npm.*\\s)(?:t|tst))(?!\\S)`,
)
const everyWorkspace = /^yarn\s+workspaces\s+(?:foreach|run)(?=\s)/
const oneWorkspace = /^yarn\s+workspace\s+(\S+)(?=\s)/

/** Yarn's commands for workspaces in the form of options: `yarn workspace a test` is `yarn --workspace=a test`. */
export function withWorkspaceOptions(command: string): string {
  if (!command.startsWith('yarn')) return command
  return command.replace(everyWorkspace, 'yarn --recursive').replace(oneWorkspace, 'yarn --workspace=$1')
}

const folderOption = new RegExp(`^(${valued})(?:=(.*))?$`)
/** A folder, or the name of a package in a folder of that name, with those it depends on. */
const plainFolder = /^(?:\.\/)?([\w-]+(?:[/.][\w-]+)*)\/?(?:\.\.\.)?$/

/**
 * Splits the arguments of a package manager into the folders its options choose and the rest; null where they choose packages by a pattern or
 * by what only the packages know.
 */
export function splitWorkspaces(words: readonly string[]): { folders: string[]; rest: string[] } | null {
  const folders: string[] = []
  const rest: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') return { folders, rest: [...rest, ...words.slice(at)] }
    if (/^--(?:include|from|since|changed|filter-prod)(?:=|$)/.test(word)) return null
    if (word === '-r') continue
    const [option, , joined] = folderOption.exec(word) ?? []
    if (option === undefined) {
      rest.push(word)
      continue
    }
    const folder = plainFolder.exec((joined ?? words[++at] ?? '').replace(/^(["'])(.*)\1$/, '$2'))?.[1]
    if (folder === undefined) return null
    folders.push(folder)
  }
  return { folders, rest }
}

const sessionOption = /^(?:-e|-s|--(?:env(?:ironment)?|sessions?))(?:=(.+))?$/
/** Options that choose sessions by what only the configuration knows. */
const narrowsSessions = /^(?:-[kmft]|--(?:keywords|tags|labels?|factors?|skip-env|notest|pythons?))(?:=|$)/
const runsNone =
  /^(?:-l|-la|-a|--(?:list|listenvs|listenvs-all|showconfig)|list|config|devenv|depends|quickstart|exec|legacy)$/
/** Names by which sessions that run the tests are usually called. */
const ofTests = /^(?:ALL$|py(?:py|thon)?[\d.]*(?:$|-)|(?:unit[-_]?)?tests?(?:$|[-_\d(]))/
const ofOthers = /lint|style|format|fmt|type|mypy|flake|docs|build|publish|release|safety/

/**
 * Returns what the sessions of a `tox` or `nox` run hand to the test runner behind `--`, empty for all tests; null where they may be others
 * than those of the tests.
 */
export function sessionArguments(words: readonly string[]): readonly string[] | null {
  const end = words.indexOf('--')
  const own = end < 0 ? words : words.slice(0, end)
  if (own.some((word) => narrowsSessions.test(word) || runsNone.test(word))) return null
  const sessions: string[] = []
  let isNamed = false
  for (const word of own) {
    const [option, value] = sessionOption.exec(word) ?? []
    if (option !== undefined || word.startsWith('-')) isNamed = option !== undefined && value === undefined
    const name = option !== undefined ? value : isNamed ? word : undefined
    if (name !== undefined) sessions.push(...name.split(','))
  }
  if (sessions.length > 0 && !sessions.some((name) => ofTests.test(name) && !ofOthers.test(name))) return null
  return end < 0 ? [] : words.slice(end + 1)
}

/**
 * Whether `go test` with these package arguments, in `folder`, tests the package of `path`, a file or a folder. A package is not those
 * below it, unless it ends in `/...`; without arguments only that of the folder is tested.
 */
export function testsPackage(packages: readonly string[], folder: string, path: string): boolean {
  const wanted = plain(path.endsWith('.go') ? path.split('/').slice(0, -1).join('/') : path)
  // The repository of an absolute folder is unknown: it may be that folder, or one above it.
  const folders = folder.startsWith('/') ? ['', folder] : [folder]
  return (packages.length > 0 ? packages : ['.']).some((argument) => {
    const isDeep = /(?:^|\/)\.{3}$/.test(argument)
    const own = argument.replace(/\/?\.{3}$/, '')
    return folders.some((at) => {
      const tested = plain([at, plain(own)].filter(Boolean).join('/'))
      return isSame(tested, wanted) || (isDeep && isBelow(tested, wanted))
    })
  })
}

/** A package may be named by its module: `example.com/app/pkg`. */
function isSame(tested: string, wanted: string): boolean {
  if (tested === '' || wanted === '') return tested === wanted
  return `/${tested}`.endsWith(`/${wanted}`) || `/${wanted}`.endsWith(`/${tested}`)
}

function isBelow(tested: string, wanted: string): boolean {
  const parts = tested.split('/')
  return tested === '' || parts.some((_, at) => `${wanted}/`.startsWith(`${parts.slice(at).join('/')}/`))
}

/** Removes what only stands for the folder itself: `./`, `/.`, a slash at the end. */
function plain(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/(?:^|(?<=\/))\.(?:\/|$)/g, '')
    .replace(/\/+$/, '')
}

const narrowsTargets =
  /^--(?:test_(?:filter|tag_filters|lang_filters|size_filters|timeout_filters)|norun_tests|nobuild)(?:=|$)/

/**
 * Whether the targets of a `bazel test` include a file: `//...` all files, `//pkg/...` those below a folder, `//pkg:all` those of a folder,
 * `//pkg:a_test` the one of that name. False where the command leaves targets out.
 */
export function testsTarget(words: readonly string[], file: string): boolean {
  if (words.some((word) => narrowsTargets.test(word) || /^-(?:\/\/|:)/.test(word))) return false
  const path = file.replace(/^\.?\//, '')
  const slash = path.lastIndexOf('/')
  const folder = path.slice(0, Math.max(0, slash))
  const stem = path.slice(slash + 1).replace(/\.\w+$/, '')
  return words.some((word) => {
    const [, labelled, rest, name] = /^(?:@\w*)?(\/\/)?([\w./-]*)(?::([\w.+*-]+))?$/.exec(word) ?? []
    if (rest === undefined || word.startsWith('-') || (labelled === undefined && !/\.\.\.|:/.test(word))) return false
    const [, below] = /^(.*?)\/?\.\.\.$/.exec(rest) ?? []
    if (below !== undefined) return below === '' || folder === below || folder.startsWith(`${below}/`)
    if (folder !== rest) return false
    return name === undefined ? stem === rest.split('/').at(-1) : /^(?:all|all-targets|\*)$/.test(name) || name === stem
  })
}
