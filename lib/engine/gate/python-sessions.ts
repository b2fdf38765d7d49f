const sessionOption = /^(?:-e|-s|--(?:env(?:ironment)?|sessions?))(?:=(.+))?$/
/** Options that choose sessions by what only the configuration knows. */
const narrows = /^(?:-[kmft]|--(?:keywords|tags|labels?|factors?|skip-env|notest|pythons?))(?:=|$)/
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
  if (own.some((word) => narrows.test(word) || runsNone.test(word))) return null
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
