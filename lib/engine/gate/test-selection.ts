import type { TestLanguage } from '@/lib/engine/gate/test-commands'

/** What a test run was told to run: files, folders, `file::case`; empty = everything. Null when it was filtered in a way that cannot be told. */
export type TestSelection = string[] | null

const filters: Readonly<Record<TestLanguage, RegExp>> = {
  python: /^(?:-[km]|--(?:deselect|ignore(?:-glob)?|lf|last-failed|sw|stepwise|nf|new-first))(?:=|$)/,
  script:
    /^(?:-[tgfow]|--(?:testNamePattern|grep|fgrep|changed(?:Since)?|onlyChanged|onlyFailures|findRelatedTests|related|exclude|shard|project|selectProjects|workspace|filter))(?:=|$)/,
  go: /^--?(?:run|skip)(?:=|$)/,
  rust: /^(?:-[pE]|--(?:lib|bins?|examples?|bench(?:es)?|doc|package|exclude|ignored|filterset|partition))(?:=|$)/,
  ruby: /^(?:-[et]|--(?:example|tag|only-failures|next-failure|exclude-pattern))(?:=|$)/,
  dotnet: /^--filter(?:=|$)/,
  jvm: /^(?:-Dit\.test|-Dgroups|-DexcludedGroups|-Dsurefire\.\S*|--exclude\S*)(?:=|$)/,
}

/** Options whose value is the next word and selects nothing. */
const valued: Readonly<Record<TestLanguage, RegExp>> = {
  python: /^(?:-[ncpoWr]|--(?:tb|rootdir|maxfail|durations|cov|cov-report|junitxml|timeout|color|confcutdir))$/,
  script: /^(?:-[cr]|--(?:config|reporter|require|import|timeout|testTimeout|maxWorkers|environment|prefix))$/,
  go: /^--?(?:timeout|count|p|parallel|cpu|tags|coverprofile|covermode|coverpkg|json|o|vet)$/,
  rust: /^(?:-j|--(?:jobs|features|target|profile|color|manifest-path))$/,
  ruby: /^(?:-[forI]|--(?:format|out|require|order|seed))$/,
  dotnet: /^(?:-[cfvlors]|--(?:configuration|framework|verbosity|logger|output|runtime|settings|results-directory))$/,
  jvm: /^(?:-[PT]|--(?:max-workers|console|settings|threads))$/,
}

const subcommand = /^(?:run|discover|--|\.{1,2}|\.\/\.{3}|\.\/)$/

/** Reads the words behind a test runner. */
export function selectionOf(language: TestLanguage, words: readonly string[]): TestSelection {
  if (words.some((word) => filters[language].test(word))) return null
  if (language === 'jvm') return jvmSelection(words)
  const given: string[] = []
  for (const [index, word] of words.entries()) {
    const before = words[index - 1] ?? ''
    const [, pattern] = /^--(?:testPathPatterns?|test)=(.+)$/.exec(word) ?? []
    if (pattern !== undefined) given.push(pattern)
    else if (language === 'rust' && before === '--test') given.push(`tests/${word}.rs`)
    else if (!word.startsWith('-') && !subcommand.test(word) && !valued[language].test(before)) given.push(word)
  }
  return language === 'dotnet' ? given.map(folderOfProject).filter(Boolean) : given
}

/** Classes by `--tests` and `-Dtest`, modules by `:app:test`, `-pl` and `-f`; the goals themselves select nothing. */
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

/** `com.x.ATest` as a path; a single method of it is a case. */
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
