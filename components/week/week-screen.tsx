'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight, Download, Presentation as PresentationIcon, Printer } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { weekDays, weekLabel } from '@/lib/format/week-words'
import { weekQueries } from '@/lib/queries/weekly'
import { saveMarkdown } from './save-markdown'
import { weekHref } from './week-href'
import { weekSections } from './week-sections'
import { WeekState } from './week-state'

const Presentation = dynamic(() => import('./presentation').then((module) => module.Presentation), { ssr: false })

type WeekScreenProps = { project: string; week: string; revision?: number }

/** One week as a document: the same numbers at the same address for ever, once it was frozen. */
export function WeekScreen({ project, week, revision }: WeekScreenProps) {
  const { data: page } = useSuspenseQuery(weekQueries.page(project, week, revision))
  const [isPresenting, setPresenting] = useState(false)
  const router = useRouter()
  const { report, previousWeek, nextWeek, filename, markdown } = page
  const go = (to: string | null) => {
    if (to) router.push(weekHref(project, to))
  }
  const title = `${weekLabel(week)}, ${week.slice(0, 4)}`
  const days = `${weekDays(report.from, report.to, report.timeZone)}, ${report.timeZone}`
  const save = () => saveMarkdown(filename, markdown)
  useShortcuts('Week', [
    { keys: 'p', label: 'Present', run: () => setPresenting(true) },
    { keys: '[', label: 'Previous week', run: () => go(previousWeek) },
    { keys: ']', label: 'Next week', run: () => go(nextWeek) },
    { keys: 'e', label: 'Export as Markdown', run: save },
  ])
  const sections = weekSections(project, page)
  return (
    <article className="mx-auto max-w-5xl print:max-w-none print:[zoom:0.8]">
      <PageHeader
        title={title}
        finding={days}
        className="mb-4!"
        actions={
          <span className="flex flex-wrap items-center gap-2 print:hidden">
            <IconButton label="Previous week" disabled={previousWeek === null} onClick={() => go(previousWeek)}>
              <ChevronLeft aria-hidden />
            </IconButton>
            <IconButton label="Next week" disabled={nextWeek === null} onClick={() => go(nextWeek)}>
              <ChevronRight aria-hidden />
            </IconButton>
            <Button icon={<Download aria-hidden />} onClick={save}>
              Markdown
            </Button>
            <Button icon={<Printer aria-hidden />} className="max-sm:hidden" onClick={() => window.print()}>
              Print
            </Button>
            <Button icon={<PresentationIcon aria-hidden />} shortcut="P" onClick={() => setPresenting(true)}>
              Present
            </Button>
          </span>
        }
      />
      <WeekState project={project} page={page} />
      <div className="grid gap-8 print:grid-cols-2 print:gap-x-8 print:gap-y-4">
        {sections.map((section) => (
          <Panel
            key={section.id}
            title={section.title}
            className={clsx('print:break-inside-avoid', !section.isNarrow && 'print:col-span-2')}
          >
            {section.body}
          </Panel>
        ))}
      </div>
      {report.shiftMinutes > 0 && (
        <p className="mt-6 text-ink-3 text-xs">
          Runs are counted by whole hours of UTC, so this week begins and ends {report.shiftMinutes} minutes before
          midnight in {report.timeZone}.
        </p>
      )}
      {isPresenting && (
        <Presentation title={title} days={days} sections={sections} onClose={() => setPresenting(false)} />
      )}
    </article>
  )
}
