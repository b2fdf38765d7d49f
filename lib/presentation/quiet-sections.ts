import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { suggestActions } from './week-suggestions'

const sections = [
  'to-do',
  'people',
  'versions',
  'flagged',
  'movers',
  'failures',
  'gates',
  'reviewers',
  'dead-letters',
] as const

/** Returns which sections of a week have nothing to say beyond the summary: left out when it is presented or printed. */
export function quietSections(report: WeeklyReport): ReadonlySet<string> {
  return new Set(sections.filter((section) => isQuiet[section](report)))
}

const isQuiet: Record<(typeof sections)[number], (report: WeeklyReport) => boolean> = {
  'to-do': (report) => suggestActions(report).length === 0,
  people: ({ shareGood }) => shareGood?.found == null,
  versions: ({ versions }) => !versions || versions.length === 0,
  flagged: ({ chains, units }) => chains.every(noFlags) && units.every(noFlags),
  movers: ({ chains }) => chains.length === 0,
  failures: ({ failures }) => failures.groups.length === 0 && (failures.counts.steady ?? 0) === 0,
  gates: ({ gates: { opened, counts, pending, overdue } }) =>
    opened + counts.approved + counts.rejected + counts.timed_out + pending + overdue.length === 0,
  reviewers: ({ totals, reviewers: { people, load } }) =>
    people.length === 0 && totals.reviewed.n === 0 && (load === null || load.waiting + load.drawn === 0),
  'dead-letters': ({ deadLetters: { added, closed, open } }) => added + closed + open === 0,
}

const noFlags = ({ flags }: { flags: readonly unknown[] }) => flags.length === 0
