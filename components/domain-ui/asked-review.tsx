'use client'

import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { sayRefused } from '@/components/ui/say-refused'
import type { ReviewItem } from '@/lib/contracts/review-queue'
import type { AskedReview } from '@/lib/contracts/run-detail'
import { askedText } from '@/lib/presentation/labels/review'
import { reviewHref } from '@/lib/presentation/links'
import { mutationOf } from '@/lib/queries/query-of'
import { useMay } from './role'

type AskedProps = { project: string; runId: string; asked: AskedReview }

/** On the page of a run: who asked people for a verdict on it, that it waits, and a button to take that back. */
export function AskedNote({ project, runId, asked }: AskedProps) {
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 text-sm">
      <span>
        {askedText(asked)}. The run waits in the{' '}
        <Link href={reviewHref(project)} className="link">
          review queue
        </Link>
        .
      </span>
      <TakeRequestBack project={project} runId={runId} asked={asked} />
    </p>
  )
}

type TakeRequestBackProps = AskedProps & { shortcut?: string; onDone?: (item: ReviewItem) => void }

/** Button that takes a request for verdicts back, for whoever asked and for admins. */
export function TakeRequestBack({ project, runId, asked, shortcut, onDone }: TakeRequestBackProps) {
  const mayTakeBack = useMayTakeBack(project, asked)
  const { mutate, isPending } = useMutation({
    ...mutationOf('POST /api/v1/review/runs/{runId}/move', { project }),
    onError: sayRefused('Not taken back'),
  })
  if (!mayTakeBack) return null
  const act = () =>
    mutate({ runId, action: 'unask', replaces: asked.userId }, { onSuccess: ({ item }) => onDone?.(item) })
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<Undo2 aria-hidden />}
      shortcut={shortcut}
      pending={isPending}
      onClick={act}
    >
      Take the request back
    </Button>
  )
}

/** Whether the current user may take this request back; false if there is none. */
export function useMayTakeBack(project: string, asked: AskedReview | null): boolean {
  const may = useMay(project, asked?.isOwn ? 'reviewer' : 'admin')
  return asked !== null && may
}
