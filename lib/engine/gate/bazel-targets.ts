const narrows =
  /^--(?:test_(?:filter|tag_filters|lang_filters|size_filters|timeout_filters)|norun_tests|nobuild)(?:=|$)/

/**
 * Whether the targets of a `bazel test` include a file: `//...` all files, `//pkg/...` those below a folder, `//pkg:all` those of a folder,
 * `//pkg:a_test` the one of that name. False where the command leaves targets out.
 */
export function testsTarget(words: readonly string[], file: string): boolean {
  if (words.some((word) => narrows.test(word) || /^-(?:\/\/|:)/.test(word))) return false
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
