import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { TrueShareGoodText } from '@/components/domain-ui/true-share-good'
import { Link } from '@/components/ui/link'
import { orMissing } from '@/components/ui/missing-part'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import type { WeeklyPage } from '@/lib/contracts/weekly/weeks'
import { counted, inMeans } from '@/lib/presentation/charts/prepare-week-movers'
import { formatChangeTo } from '@/lib/presentation/format/fall'
import { formatCount, formatInterval, formatPercent, formatPlural, formatScore } from '@/lib/presentation/format/number'
import { isTooLittle, tooLittleText } from '@/lib/presentation/labels/measured'
import { runsHref } from '@/lib/presentation/links'
import { quietSections } from '@/lib/presentation/quiet-sections'
import { DeadLetterAges, FailureTrends } from './failures'
import { Flagged } from './flagged'
import { Movers } from './movers'
import { Reviewers, WeekGates } from './reviewers'
import { WeekVersions } from './versions'

// Loaded lazily: the interactive parts, the longest table and the chart, far below the first view.
const WeekTrend = dynamic(orMissing(() => import('./week-trend'), 'WeekTrend'))
const WeekSteps = dynamic(orMissing(() => import('./week-steps'), 'WeekSteps'))
const WeekActions = dynamic(orMissing(() => import('./week-actions'), 'WeekActions'))
const WhatToDo = dynamic(orMissing(() => import('./what-to-do'), 'WhatToDo'))
const EarlierActions = dynamic(orMissing(() => import('./week-actions'), 'EarlierActions'))

type Section = { id: string; title: string; body: ReactNode; isNarrow?: boolean }

/** `isNarrow`: shares a row with another section in print. `isQuiet`: has nothing to say, so is left out on paper and slides. */
export type WeekSection = Section & { isQuiet: boolean }

/** Returns the sections of a week in order, for the page and the presentation. */
export function weekSections(project: string, page: WeeklyPage): WeekSection[] {
  const quiet = quietSections(page.report)
  return listSections(project, page).map((section) => ({ ...section, isQuiet: quiet.has(section.id) }))
}

const list = new Intl.ListFormat('en-GB')

/** Names the sections that are left out on paper and slides. */
export function QuietSections({ sections }: { sections: readonly WeekSection[] }) {
  const titles = sections.filter(({ isQuiet }) => isQuiet).map(({ title }) => `“${title}”`)
  if (titles.length === 0) return null
  return <p className="mt-5 text-ink-2 text-sm">Left out, with nothing to report: {list.format(titles)}.</p>
}

function listSections(project: string, page: WeeklyPage): Section[] {
  const { report } = page
  return [
    { id: 'summary', title: 'Summary', body: <Summary project={project} report={report} /> },
    // A meeting begins with what the last one agreed on.
    ...(report.lastActions.length > 0
      ? [
          {
            id: 'earlier',
            title: 'Earlier actions',
            body: <EarlierActions project={project} outcomes={report.lastActions} carried={page.carried} />,
          },
        ]
      : []),
    { id: 'to-do', title: 'What to do', body: <WhatToDo project={project} page={page} /> },
    ...(report.shareGood
      ? [
          {
            id: 'people',
            title: 'Share good, by human verdicts',
            body: <TrueShareGoodText shareGood={report.shareGood} />,
          },
        ]
      : []),
    ...(report.versions
      ? [
          {
            id: 'versions',
            title: 'Versions',
            body: (
              <WeekVersions
                project={project}
                versions={report.versions}
                all={report.versionTotals?.versions ?? report.versions.length}
              />
            ),
          },
        ]
      : []),
    { id: 'flagged', title: 'Flagged', body: <Flagged project={project} report={report} /> },
    { id: 'movers', title: 'Movers', body: <Movers project={project} report={report} /> },
    ...(report.history.filter(({ quality }) => quality.mean !== null).length > 1
      ? [
          {
            isNarrow: true,
            id: 'trend',
            title: 'Quality by week',
            body: <WeekTrend project={project} report={report} />,
          },
        ]
      : []),
    ...(report.units.length > 0
      ? [{ id: 'units', title: 'Steps', body: <WeekSteps project={project} report={report} /> }]
      : []),
    { id: 'failures', title: 'Failures', body: <FailureTrends project={project} report={report} /> },
    { isNarrow: true, id: 'gates', title: 'Gates', body: <WeekGates project={project} report={report} /> },
    { isNarrow: true, id: 'reviewers', title: 'Reviewers', body: <Reviewers project={project} report={report} /> },
    {
      isNarrow: true,
      id: 'dead-letters',
      title: 'Dead letters',
      body: <DeadLetterAges project={project} report={report} />,
    },
    { isNarrow: true, id: 'actions', title: 'Actions', body: <WeekActions project={project} page={page} /> },
  ]
}

function Summary({ project, report }: { project: string; report: WeeklyReport }) {
  return (
    <>
      <ul className="grid max-w-3xl gap-2 text-pretty text-md print:max-w-none print:gap-1 print:text-sm">
        {report.summary.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Figures project={project} report={report} />
    </>
  )
}

const ofRuns = (share: number | null) => (share === null ? null : `${formatPercent(share)} of runs`)

function Figures({ project, report }: { project: string; report: WeeklyReport }) {
  const { totals } = report
  const { runs, failed, flaggedRuns, current, change, measured, confidence } = totals
  const figures = [
    { label: 'Runs', value: formatCount(runs), href: runsHref(project, counted(report)), note: null },
    {
      label: 'Mean quality',
      value: formatScore(current.mean),
      href: runsHref(project, { ...inMeans(report), sort: 'quality_low' }),
      note: isTooLittle(measured)
        ? tooLittleText(measured)
        : current.interval &&
          `${formatInterval(current.interval)}${change ? `; ${formatChangeTo(current.mean, change.change)} on the week before` : ''}`,
    },
    ...(confidence.current === null
      ? []
      : [
          {
            label: 'Mean confidence',
            value: formatScore(confidence.current),
            href: runsHref(project, { ...inMeans(report), sort: 'confidence_low' }),
            note: [confidence.n === null ? null : formatPlural(confidence.n, 'live run'), 'people’s verdicts included']
              .filter((part) => part !== null)
              .join(', '),
          },
        ]),
    {
      label: 'Failed',
      value: formatCount(failed.n),
      href: runsHref(project, { ...counted(report), status: ['failed'] }),
      note: ofRuns(failed.share),
    },
    {
      label: 'Flagged runs',
      value: formatCount(flaggedRuns),
      href: runsHref(project, { flagged: 'true', ...counted(report) }),
      note: ofRuns(runs === 0 ? null : flaggedRuns / runs),
    },
  ]
  return (
    <dl className="mt-5 grid grid-cols-2 gap-x-8 gap-y-3 border-y py-3 sm:grid-flow-col sm:grid-cols-none sm:auto-cols-fr">
      {figures.map(({ label, value, href, note }) => (
        <div key={label}>
          <dt className="eyebrow">{label}</dt>
          <dd>
            <Link href={href} className="text-lg hover:underline" aria-label={`${label}: ${value}`}>
              {value}
            </Link>
            {note && <span className="block text-ink-3 text-xs">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
