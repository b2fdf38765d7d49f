'use client'

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight, Download, Presentation as PresentationIcon, Printer } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useSearchParams } from 'next/navigation'
import { HowCounted } from '@/components/domain-ui/how-counted'
import { useMay } from '@/components/domain-ui/role'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { useGoTo } from '@/components/ui/go-to'
import { IconButton } from '@/components/ui/icon-button'
import { Link } from '@/components/ui/link'
import { orMissing } from '@/components/ui/missing-part'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { saveText } from '@/components/ui/save-text'
import { AbsoluteTime } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { WeeklyPage } from '@/lib/contracts/weekly/weeks'
import { formatWeek } from '@/lib/presentation/format/date'
import { formatPlural } from '@/lib/presentation/format/number'
import { shiftText, weekDays } from '@/lib/presentation/labels/week'
import { weekHref } from '@/lib/presentation/links'
import { mutationOf } from '@/lib/queries/query-of'
import { weekPage } from '@/lib/queries/weekly'
import { QuietSections, weekSections } from './week-sections'

const Presentation = dynamic(
  orMissing(() => import('./presentation'), 'Presentation'),
  { ssr: false },
)

type WeekScreenProps = { project: string; week: string; revision?: number }

/** Page of a week. The numbers of a frozen week never change. */
export function WeekScreen({ project, week, revision }: WeekScreenProps) {
  const { data: page } = useSuspenseQuery(weekPage(project, week, revision))
  const [slide, setSlide] = useSlide()
  const present = () => setSlide(() => 'summary')
  const goTo = useGoTo()
  const { report, previousWeek, nextWeek, filename, markdown } = page
  const go = (to: string | null) => {
    if (to) goTo(weekHref(project, to))
  }
  const title = `${formatWeek(week)}, ${week.slice(0, 4)}`
  const days = `${weekDays(report)}, ${report.timeZone}`
  const save = () => saveText(filename.split('/').at(-1) ?? filename, markdown)
  useShortcuts('Week', [
    { keys: 'p', label: 'Present', run: present },
    { keys: '[', label: 'Previous week', run: () => go(previousWeek) },
    { keys: ']', label: 'Next week', run: () => go(nextWeek) },
    { keys: 'e', label: 'Export as Markdown', run: save },
  ])
  const sections = weekSections(project, page)
  return (
    <article className="mx-auto max-w-5xl print:zoomable print:max-w-none print:[zoom:0.7] print:[&_:is(li,tr)]:break-inside-avoid print:[&_details:not([open])]:hidden print:[&_h2]:break-after-avoid print:[&_section]:pt-2 print:[&_section>header]:mb-1">
      <PageHeader
        title={title}
        headline={days}
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
            <Button icon={<PresentationIcon aria-hidden />} shortcut="p" onClick={present}>
              Present
            </Button>
          </span>
        }
      />
      <WeekState project={project} page={page} />
      <div className="grid gap-8 print:grid-flow-row-dense print:grid-cols-2 print:gap-x-8 print:gap-y-3">
        {sections.map((section) => (
          <Panel
            key={section.id}
            title={section.title}
            className={clsx(
              section.isNarrow ? 'print:break-inside-avoid' : 'print:col-span-2',
              section.isQuiet && 'print:hidden',
            )}
          >
            {section.body}
            {section.id === 'summary' && (
              <>
                <HowCounted />
                <div className="hidden print:block">
                  <QuietSections sections={sections} />
                </div>
              </>
            )}
          </Panel>
        ))}
      </div>
      {report.shiftMinutes > 0 && <p className="mt-6 text-ink-3 text-xs">{shiftText(report)}</p>}
      {slide !== null && (
        <Presentation
          title={title}
          days={days}
          sections={sections}
          slide={slide}
          onSlide={(next) => setSlide((last) => last && next(last))}
          onClose={() => setSlide(() => null)}
        />
      )}
    </article>
  )
}

type ChangeSlide = (next: (last: string | null) => string | null) => void

/** The section that is presented; null without a presentation. It is in the address, so that the way back from its evidence leads to it. */
function useSlide(): [string | null, ChangeSlide] {
  const set: ChangeSlide = (next) => {
    // The address is ahead of what is drawn while a person is faster than the page.
    const params = new URLSearchParams(location.search)
    const slide = next(params.get('slide'))
    if (slide === null) params.delete('slide')
    else params.set('slide', slide)
    const search = params.toString()
    window.history.replaceState(null, '', search ? `?${search}` : location.pathname)
  }
  return [useSearchParams().get('slide'), set]
}

type WeekStateProps = { project: string; page: WeeklyPage }

/** Whether the week is frozen, with a button to freeze it or to make a new revision if runs arrived later. */
function WeekState({ project, page }: WeekStateProps) {
  const { revision, revisions, report, lateRuns, week } = page
  const newest = revisions[0]
  const make = useMutation(mutationOf('POST /api/v1/weekly/{week}', { project }))
  const mayWrite = useMay(project, 'reviewer')
  const ask = () => make.mutate({ week, ...(newest && { replaces: newest.revision }) }, { onError: toast.problem })
  const button = (label: string) =>
    mayWrite && (
      <Button size="sm" pending={make.isPending} onClick={ask}>
        {label}
      </Button>
    )
  if (!report.isWhole)
    return (
      <Notice className="mb-6" title="Preview: this week is not over">
        The report is created and frozen on Monday morning. Numbers change until then; these are as of{' '}
        <AbsoluteTime iso={page.now} />.
      </Notice>
    )
  if (revision === null)
    return (
      <Notice
        className="mb-6"
        title="Preview: no report was created for this week"
        action={button('Create the report')}
      >
        Numbers may still change.
      </Notice>
    )
  const made = revisions.find((row) => row.revision === revision)
  return (
    <div className="mb-6 grid gap-3 text-sm">
      <p className="text-ink-2">
        Frozen <AbsoluteTime iso={made?.madeAt ?? null} /> by {made?.madeBy}
        {revisions.length > 1 && `, revision ${revision} of ${revisions.length}`}.{' '}
        {revisions.length > 1 &&
          revisions
            .filter((row) => row.revision !== revision)
            .map((row) => (
              <Link key={row.revision} href={weekHref(project, week, row.revision)} className="link mr-2 print:hidden">
                Revision {row.revision}
              </Link>
            ))}
      </p>
      {lateRuns !== 0 && revision === newest?.revision && (
        <Notice
          className="print:hidden"
          title={`${formatPlural(Math.abs(lateRuns), 'run')} of this week ${lateRuns > 0 ? 'came' : 'went'} after this report was created`}
          action={button('Create a new revision')}
        >
          They are {lateRuns > 0 ? 'not' : 'still'} on this page. This revision stays at its own address.
        </Notice>
      )}
    </div>
  )
}
