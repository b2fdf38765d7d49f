'use client'

import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import dynamic from 'next/dynamic'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { IssueLine } from '@/components/domain-ui/issue-line'
import { PayloadView } from '@/components/domain-ui/payload-view'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { AnswerMarks } from '@/components/transcript/answer-marks'
import { Badge } from '@/components/ui/badge'
import { LatePart } from '@/components/ui/late-part'
import { Link } from '@/components/ui/link'
import { orMissing } from '@/components/ui/missing-part'
import { Skeleton } from '@/components/ui/skeleton'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { formatPlural } from '@/lib/presentation/format/number'
import { cutMiddle } from '@/lib/presentation/format/text'
import { failureOfStep, failureWords } from '@/lib/presentation/labels/failures'
import { readableFindings } from '@/lib/presentation/labels/findings'
import { withUnread } from '@/lib/presentation/labels/unread'
import { runHref } from '@/lib/presentation/links'
import { queryOf } from '@/lib/queries/query-of'

/** Request, output and findings of a run, so that the user can decide without leaving the gate. */
export function RunExchange({ project, runId }: { project: string; runId: string }) {
  const { data: read, error } = useQuery(queryOf('GET /api/v1/runs/{runId}', { runId }, { project }))
  const data = useMemo(() => read && withUnread(read), [read])
  if (error && !data) return <p className="text-ink-3 text-sm">The run itself cannot be shown: {error.message}</p>
  if (!data) return <ExchangeSkeleton />
  return (
    <div className="grid grid-cols-1 gap-6">
      <Fold isLong={isLong(data.request)} label="request">
        <PayloadView title="Request" name="request" value={data.request} missing="No request was sent." />
      </Fold>
      {/* On a phone the answer is in the first view, whatever the length of the request. */}
      <div className="grid grid-cols-1 gap-4 max-sm:order-first sm:gap-6">
        {data.error && (
          <p className="max-h-60 overflow-y-auto whitespace-pre-wrap break-words rounded-md border border-fail-line bg-fail-bg px-3 py-2 font-mono text-xs">
            {data.error.message}
          </p>
        )}
        <Fold isLong={isLong(data.output)} label="answer">
          <AnswerMarks issues={data.issues}>
            <PayloadView title="Answer" name="output" value={data.output} missing="No answer." />
          </AnswerMarks>
        </Fold>
      </div>
      <Findings project={project} detail={data} />
      <Steps project={project} detail={data} />
    </div>
  )
}

// Loaded lazily: large and rarely opened.
const RunTranscript = dynamic(orMissing(() => import('@/components/transcript/run-transcript'), 'RunTranscript'))

/** Collapsed transcript of the run. */
function Steps({ project, detail }: { project: string; detail: RunDetail }) {
  const [isOpen, setOpen] = useState(false)
  if (detail.nodes.length === 0) return null
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-8 w-fit text-sm pointer-coarse:min-h-11">
        The whole run, {formatPlural(detail.nodes.length, 'step')}
      </summary>
      <div className="mt-3">
        {isOpen && (
          <LatePart fallback={<Skeleton className="h-40 w-full" />}>
            <RunTranscript
              project={project}
              detail={detail}
              hrefOf={(step) => `${runHref(project, detail.run.id)}?step=${encodeURIComponent(step)}`}
              hasKeys={false}
            />
          </LatePart>
        )}
      </div>
    </details>
  )
}

const LONG = { characters: 1_500, lines: 20 }

/** Whether a value takes more room than a reader of the other one should have to scroll over. */
function isLong(value: unknown): boolean {
  const text = JSON.stringify(value, null, 1) ?? ''
  return text.length > LONG.characters || text.split('\n').length > LONG.lines
}

function ExchangeSkeleton() {
  return (
    <div role="status" aria-label="Loading the run" className="grid gap-3">
      <Skeleton className="h-4 w-24" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-4 w-24" />
      <Skeleton className="h-24 w-full" />
    </div>
  )
}

const SHOWN = 8

/** Issues of the output, most severe first, and the root causes of failures. */
function Findings({ project, detail: { run, issues, nodes } }: { project: string; detail: RunDetail }) {
  const roots = nodes.flatMap((node) => {
    const told = node.failure?.role === 'root' && failureOfStep(node)
    return told ? [{ node, told, blocks: issues.some((issue) => issue.blocker && isOf(node, issue)) }] : []
  })
  const found = readableFindings(issues)
    .filter((issue) => !roots.some(({ node }) => isOf(node, issue)))
    .toSorted((a, b) => rank(a) - rank(b))
  const more = Math.max(0, found.length - SHOWN) + Math.max(0, roots.length - SHOWN)
  return (
    <section aria-label="Findings">
      <h3 className="mb-2 text-sm">Findings</h3>
      {found.length + roots.length === 0 && <p className="text-ink-2 text-sm">No findings.</p>}
      <ul className="space-y-1.5 text-sm">
        {roots.slice(0, SHOWN).map(({ node, told, blocks }) => (
          <li key={node.id} className="flex items-start gap-2">
            <StatusMark status="failed" wordHidden className="mt-0.5" />
            <span className="min-w-0 flex-1 break-words">
              <Link
                href={`${runHref(project, run.id)}?node=${encodeURIComponent(node.id)}`}
                className="link font-medium"
              >
                {node.name ?? node.id}
              </Link>{' '}
              {failureWords(told)}
              <span className="wrap-anywhere block font-mono text-ink-2 text-xs">{cutMiddle(told.template, 200)}</span>
            </span>
            {blocks && <Badge tone="fail">Blocks</Badge>}
          </li>
        ))}
        {found.slice(0, SHOWN).map((issue) => (
          <li key={`${issue.field} ${issue.type} ${issue.message}`}>
            <IssueLine issue={issue} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Link href={runHref(project, run.id)} className="link mt-2 inline-block text-ink-2 text-sm">
          {formatPlural(more, 'more finding')} on its page
        </Link>
      )}
    </section>
  )
}

const NODE_FAILED = 'node_failed'

/** Whether an issue only says that the node failed. */
const isOf = ({ id }: RunDetail['nodes'][number], { type, field }: RunDetail['issues'][number]) =>
  type === NODE_FAILED && field === id

/** Sort rank of an issue: contradictions of the sources first, then blockers, then errors. */
function rank({ stage, blocker, severity }: RunDetail['issues'][number]): number {
  return (stage === 'sources' ? 0 : 4) + (blocker ? 0 : 2) + (severity === 'error' ? 0 : 1)
}

type FoldProps = {
  /** Computed by the caller rather than measured, so that the layout does not shift after the first render. */
  isLong: boolean
  /** What is folded, for the button's text: "request". */
  label: string
  children: ReactNode
}

/** Long content, collapsed to a preview until the user expands it. */
function Fold({ isLong, label, children }: FoldProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  if (!isLong) return <>{children}</>
  return (
    <div className="min-w-0">
      <div
        id={id}
        className={clsx(
          'min-w-0',
          !isOpen && 'max-h-72 overflow-hidden [mask-image:linear-gradient(#000_70%,transparent)]',
        )}
      >
        {children}
      </div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="link mt-1 min-h-7 text-ink-2 text-sm pointer-coarse:min-h-10"
      >
        {isOpen ? `Show less of the ${label}` : `Show the whole ${label}`}
      </button>
    </div>
  )
}
