'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { causeBetween, firstToRead, type Side, type StepRow, worseOf } from '@/lib/presentation/compare/compare-runs'
import { stepHref } from '@/lib/presentation/links'
import { causeQuery } from '@/lib/queries/run-parts'

type ReadingStartProps = {
  project: string
  a: RunDetail
  b: RunDetail
  rows: readonly StepRow[]
  onJump: (key: string) => void
}

/** Links to the steps to read first: where the two runs diverge, and the likeliest cause of the worse one. */
export function ReadingStart({ project, a, b, rows, onJump }: ReadingStartProps) {
  const worse = worseOf(a, b)
  const first = firstToRead(rows, worse)
  const step = first?.b ?? first?.a
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      {first && step && (
        <Button icon={<ArrowDown aria-hidden />} onClick={() => onJump(first.key)}>
          To step {step.place}, {step.name}
        </Button>
      )}
      {worse && (
        <LikelyCause project={project} side={worse} detail={worse === 'A' ? a : b} rows={rows} onJump={onJump} />
      )}
    </div>
  )
}

type LikelyCauseProps = Omit<ReadingStartProps, 'a' | 'b'> & { side: Side; detail: RunDetail }

/** The attributed cause, else the first suggestion that fits; renders nothing if there is neither. */
function LikelyCause({ project, side, detail: { run, nodes }, rows, onJump }: LikelyCauseProps) {
  const { data } = useQuery(causeQuery(project, run.id))
  const cause = data && causeBetween(data, rows, side)
  const place = nodes.findIndex(({ id }) => id === cause?.nodeId)
  const node = nodes[place]
  if (!cause || !node) return null
  const row = rows.find((candidate) => (side === 'A' ? candidate.a : candidate.b)?.id === node.id)
  const step = row && (side === 'A' ? row.a : row.b)
  const name = `step ${step?.place ?? place + 1}, ${node.name ?? node.id}`
  return (
    <p className="min-w-0">
      <span className="text-ink-2">
        {cause.by === null ? 'Likeliest cause, suggested' : `Caused, says ${cause.by},`} in {side}:{' '}
      </span>
      {row && row.state !== 'same' ? (
        <button type="button" className="link min-h-6 font-medium" onClick={() => onJump(row.key)}>
          {name}
        </button>
      ) : (
        <Link href={stepHref(project, run.id, node.id)} className="link font-medium">
          {name}
        </Link>
      )}
      {cause.reason && <span className="text-ink-2"> · {cause.reason}</span>}
    </p>
  )
}
