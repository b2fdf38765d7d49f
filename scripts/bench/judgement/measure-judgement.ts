import type { Section } from '../report'
import { columns, type Figure, SEED, toRow } from './figure'
import type { LabelledData, SetName } from './labelled-data'
import { forecastFigures, stopFigures } from './run-figures'
import { confidenceFigures, trueShareFigures } from './signal-figures'
import { failureClassFigures, guiltFigures, hallucinationFigures } from './text-figures'

const legend = [
  'Floor: always the share of approvals among the verdicts; an interval from 0 to 1; the agent who speaks most and the first step; the first attempt alone; the longer answer; the class unknown and no retry.',
  'Published: the confidence by its formula; for a forecast, which has no formula, the fewest messages first; the labels alone (Wilson); for the guilty step the best of the paper on all its 184 runs; the rule of convergence; for hallucination the share of words that the source does not have; the better classifier of the source on all 359 messages.',
  "Best: what the tested half itself would have taught; for Brier of the confidence after the best recalibration of that, and for ECE what chance would show if every probability were right; the level, and Wilson's interval for who knows the share good at each score; a cause among the steps that can be suspected; the stop of least regret and attempts for who knows the series; the retry decision of the right class.",
]

/** Measures how good the engine's judgement is on published data with labels, set by set. */
export function measureJudgement(data: LabelledData): Section {
  return {
    title: 'Judgement: on labelled data of others',
    method: `Data that the repository does not contain. If verdicts are learned from, one half of the groups is for training and the other for testing; draws by seed ${SEED}, ± the standard error over them; ECE over ten bins of equal width. "A call" is one call with all its input. Rules that were developed with such data would do worse on new data. ${legend.join(' ')}`,
    columns,
    rows: [
      ...rowsOf(data, 'frank', (items) => [...confidenceFigures('FRANK', items), ...trueShareFigures('FRANK', items)]),
      ...rowsOf(data, 'gepa-confidence', (items) => [
        ...confidenceFigures('gepa', items),
        ...trueShareFigures('gepa', items),
      ]),
      ...rowsOf(data, 'tau-bench', forecastFigures),
      ...rowsOf(data, 'who-when', guiltFigures),
      ...rowsOf(data, 'convergence', stopFigures),
      ...rowsOf(data, 'halueval-qa', hallucinationFigures),
      ...rowsOf(data, 'failure-messages', failureClassFigures),
    ],
    goals: [],
  }
}

function rowsOf<Name extends SetName>(
  data: LabelledData,
  name: Name,
  measure: (rows: NonNullable<LabelledData[Name]>) => Figure[],
): string[][] {
  const rows = data[name]
  return rows === null ? [[name, '-', '-', 'not on this machine', '-', '-']] : measure(rows).map(toRow)
}
