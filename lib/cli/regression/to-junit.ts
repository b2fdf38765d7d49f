import type { Regression } from '@/lib/contracts/regressions'
import { exact, formatOdds, formatVerdict, outcomeOf, verdictLabels } from './verdict-labels'

/**
 * JUnit XML as read by Jenkins and Surefire: a suite per chain version with the verdict as case `quality`, and a case per scenario, or
 * per factor if the runs have no scenarios. Only the rule's verdict fails the suite: a scenario that dropped fails with it and never on its
 * own. Unmeasured cases and inconclusive verdicts are skipped.
 */
export function toJunit(regressions: readonly Regression[]): string {
  const suites = regressions.map(toSuite)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="veritas regression"${countsOf(suites.flatMap(({ cases }) => cases))}>\n${suites.map(({ xml }) => xml).join('')}</testsuites>\n`
}

type Case = { name: string; failure?: string; skipped?: string; details?: string }

function toSuite(regression: Regression): { xml: string; cases: Case[] } {
  const { chain, version } = regression
  const parts = regression.scenarios.length > 0 ? scenarioCases(regression) : factorCases(regression)
  const cases = [verdictCase(regression), ...parts]
  const properties = Object.entries(propertiesOf(regression)).flatMap(([name, value]) =>
    value === null ? [] : [`      <property name="${name}" value="${escapeXml(String(value))}"/>\n`],
  )
  const xml = [
    `  <testsuite name="${escapeXml(`${chain} ${version}`)}"${countsOf(cases)}>\n    <properties>\n`,
    ...properties,
    '    </properties>\n',
    ...cases.map((item) => toXml(chain, item)),
    '  </testsuite>\n',
  ].join('')
  return { xml, cases }
}

function propertiesOf({ verdict, word, delta, threshold, prior, current, probability, gate }: Regression) {
  return {
    verdict,
    word,
    n: current.n,
    prior_version: prior?.version ?? null,
    n_prior: prior?.n ?? null,
    drop: delta,
    threshold,
    interval: probability?.interval.join(' ') ?? null,
    probability_of_drop: probability?.drop ?? null,
    probability_of_regression: probability?.exceeds ?? null,
    by_conformance: probability?.byConformance ?? null,
    runs_to_settle: probability?.runsToSettle ?? null,
    gate: gate?.url ?? null,
  }
}

function verdictCase(regression: Regression): Case {
  const words = `${verdictLabels(regression)}: ${formatVerdict(regression)}`
  const qualified = [formatOdds(regression), ...regression.warnings.map(({ text }) => text)].filter(Boolean)
  const outcome = outcomeOf(regression)
  if (outcome === 'not_worse') return { name: 'quality', details: [words, ...qualified].join(' ') }
  const details = qualified.length === 0 ? {} : { details: qualified.join(' ') }
  return { name: 'quality', [outcome === 'regressed' ? 'failure' : 'skipped']: words, ...details }
}

const TIE = 1e-9

/** As the rule compares: a fall that only ties with the threshold, in floating point, is not larger. */
const isLarger = (fall: number, threshold: number) => fall - threshold > TIE

function scenarioCases({ scenarios, verdict, threshold, prior }: Regression): Case[] {
  return scenarios.map(({ scenario, prior: was, current: is, drop }) => {
    const name = `scenario: ${scenario}`
    if (is === null) return { name, skipped: 'not run by this version' }
    if (drop === null) return { name, skipped: `not run by ${prior?.version}` }
    const details = `quality ${exact(was)} in ${prior?.version}, ${exact(is)} now`
    return verdict === 'regression' && isLarger(drop, threshold) ? { name, failure: details } : { name, details }
  })
}

function factorCases({ factors, verdict, threshold, prior: version }: Regression): Case[] {
  return factors.map(({ name: factor, prior, current, change }) => {
    const name = `factor: ${factor}`
    if (change === null) return { name, skipped: 'not measured in both versions' }
    const details = `${exact(prior)} in ${version?.version}, ${exact(current)} now`
    return verdict === 'regression' && isLarger(-change, threshold) ? { name, failure: details } : { name, details }
  })
}

function toXml(chain: string, { name, failure, skipped, details }: Case): string {
  const open = `    <testcase classname="${escapeXml(chain)}" name="${escapeXml(name)}" time="0"`
  const inside = [
    ...(failure === undefined ? [] : [`      <failure message="${escapeXml(failure)}" type="regression"/>\n`]),
    ...(skipped === undefined ? [] : [`      <skipped message="${escapeXml(skipped)}"/>\n`]),
    ...(details === undefined ? [] : [`      <system-out>${escapeXml(details)}</system-out>\n`]),
  ]
  return `${open}>\n${inside.join('')}    </testcase>\n`
}

function countsOf(cases: readonly Case[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const skipped = cases.filter((item) => item.skipped !== undefined).length
  return ` tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}" time="0"`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Replaces control characters, which XML 1.0 cannot contain, not even as entities. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
