import type { Regression } from '@/lib/contracts/regressions'
import { formatVersionChange } from '@/lib/presentation/format/fall'
import { formatChance, formatInterval, formatPlural, MISSING } from '@/lib/presentation/format/number'
import {
  exact,
  formatDrift,
  formatGateState,
  formatMean,
  formatOdds,
  formatVerdict,
  type Outcome,
  outcomeOf,
  verdictLabels,
} from './verdict-labels'

const MAX_PARTS = 10

const MARKS: Record<Outcome, string> = {
  regressed: '\u274c',
  not_worse: '\u2705',
  unknown: '\u26a0\ufe0f',
}

/** Summary for a pull request or a job page: a table of all versions, then details of each regressed version, or of the only one. */
export function toMarkdown(regressions: readonly Regression[]): string {
  const columns = [
    '',
    'Chain',
    'Version',
    'Verdict',
    'Before',
    'Now',
    'Runs',
    'Change',
    'Drop, 90%',
    'Chance of a regression',
  ]
  const rows = regressions.map((item) => [
    MARKS[outcomeOf(item)],
    code(item.chain),
    code(item.version),
    item.gate ? `[${verdictLabels(item)}](${item.gate.url})` : verdictLabels(item),
    item.prior ? `${formatMean(item.prior)} (${cell(item.prior.version)})` : MISSING,
    formatMean(item.current),
    item.prior ? `${item.prior.n} / ${item.current.n}` : String(item.current.n),
    formatVersionChange({ ...item, quality: item.current }, item.threshold),
    formatInterval(item.probability?.interval),
    formatChance(item.probability?.exceeds),
  ])
  const table =
    rows.length === 0
      ? ['No chain has a version yet.']
      : [line(columns), line(columns.map(() => '---')), ...rows.map(line)]
  const sections = regressions
    .filter((item) => outcomeOf(item) === 'regressed' || (regressions.length === 1 && item.prior))
    .map(toSection)
  return `${['## Veritas: quality of versions', table.join('\n'), ...sections].join('\n\n')}\n`
}

function toSection(regression: Regression): string {
  const { chain, version, scenarios, factors, paired, gate } = regression
  const fallen = scenarios
    .filter(({ drop }) => drop !== null && drop > 0)
    .slice(0, MAX_PARTS)
    .map(({ scenario, prior, current }) => `- scenario ${code(scenario)}: ${exact(prior)} to ${exact(current)}`)
  const moved = factors
    .filter(({ change }) => change !== null && change < 0)
    .map(({ label, prior, current }) => `- ${cell(label)}: ${exact(prior)} to ${exact(current)}`)
  return [
    `### ${code(chain)} ${code(version)}`,
    [formatVerdict(regression), formatOdds(regression)].filter(Boolean).join(' '),
    [...moved, ...fallen].join('\n'),
    paired
      ? `On the ${formatPlural(paired.scenarios, 'scenario')} that both ran the drop is ${exact(paired.drop)}.`
      : '',
    formatDrift(regression, cell),
    ...regression.warnings.map(({ text }) => cell(text)),
    gate ? `[Gate: ${formatGateState(gate)}](${gate.url})` : '',
  ]
    .filter(Boolean)
    .join('\n\n')
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** Escapes a name, so that it can neither break the table nor mention a user. */
function cell(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\|`*_<>[\]@#]/g, (character) => (character === '@' ? '@\u200b' : `\\${character}`))
}

function code(text: string): string {
  const plain = text.replace(/\s+/g, ' ').replaceAll('|', '\\|')
  return plain.includes('`') ? cell(text) : `\`${plain}\``
}
