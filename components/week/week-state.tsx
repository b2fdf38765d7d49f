'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useMyRole } from '@/components/settings/use-my-role'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { AbsoluteTime } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { WeeklyPage } from '@/lib/contracts/weekly/weeks'
import { formatPlural } from '@/lib/format/number'
import { toProblem } from '@/lib/queries/problem'
import { makeWeekMutation } from '@/lib/queries/weekly'
import { weekHref } from './week-href'

type WeekStateProps = { project: string; page: WeeklyPage }

/** Whether the numbers are frozen, and what may be done where they are not, or where runs came later. */
export function WeekState({ project, page }: WeekStateProps) {
  const { revision, revisions, report, lateRuns, week } = page
  const newest = revisions[0]
  const make = useMutation(makeWeekMutation(project))
  const role = useMyRole(project)
  const ask = () =>
    make.mutate(
      { week, ...(newest && { replaces: newest.revision }) },
      { onError: (error) => toast.error(toProblem(error).message) },
    )
  const button = (label: string) =>
    role !== null &&
    role !== 'viewer' && (
      <Button size="sm" pending={make.isPending} onClick={ask}>
        {label}
      </Button>
    )
  if (!report.isWhole)
    return (
      <Notice className="mb-6" title="A preview: this week is under way">
        The page is made and frozen on Monday morning. Until then its numbers change.
      </Notice>
    )
  if (revision === null)
    return (
      <Notice className="mb-6" title="A preview: no page was made for this week" action={button('Make the page')}>
        Its numbers may still change.
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
          title={`${formatPlural(Math.abs(lateRuns), 'run')} of this week ${lateRuns > 0 ? 'came' : 'went'} after the page was made`}
          action={button('Make a new revision')}
        >
          They are {lateRuns > 0 ? 'not' : 'still'} on this page. This revision stays at its own address.
        </Notice>
      )}
    </div>
  )
}
