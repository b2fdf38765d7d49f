import type { MeasuredRuns } from '@/lib/contracts/measured'
import { formatCount, formatPlural } from '../format/number'

const lackLabels: Record<MeasuredRuns['lacks'][number], string> = { tokens: 'token counts', contract: 'a contract' }
const list = new Intl.ListFormat('en-GB')

type Maybe = MeasuredRuns | null

/** Whether there are scores, but none is based on enough to judge quality. */
export function isTooLittle(measured: Maybe): measured is MeasuredRuns & { enough: 0 } {
  return measured !== null && measured.runs > 0 && measured.enough === 0
}

/** "Too little measured: token counts and a contract are missing". */
export function tooLittleText({ lacks }: MeasuredRuns): string {
  if (lacks.length === 0) return 'Too little measured'
  const isOne = lacks.length === 1 && lacks[0] === 'contract'
  return `Too little measured: ${list.format(lacks.map((lack) => lackLabels[lack]))} ${isOne ? 'is' : 'are'} missing`
}

/** "100 scored live runs, of which 40 were measured enough to be judged"; only the runs if all were. */
export function measuredText({ runs, enough }: MeasuredRuns): string {
  const all = formatPlural(runs, 'scored live run')
  if (enough === runs) return all
  const some = enough === 0 ? 'none' : formatCount(enough)
  return `${all}, of which ${some} ${enough < 2 ? 'was' : 'were'} measured enough to be judged`
}

/** "8 live runs with signals, without people’s verdicts": what the mean confidence of a version is of. */
export const confidenceBasis = ({ n }: { n: number }): string =>
  `${formatPlural(n, 'live run with signals', 'live runs with signals')}, without people’s verdicts`

type Shown = { n: number; mean: number | null; interval: [number, number] | null }

/** Returns the mean to show: without a number if too little was measured. */
export function shownMean<M extends Shown>(mean: M, measured: Maybe): M {
  return isTooLittle(measured) ? { ...mean, mean: null, interval: null } : mean
}
