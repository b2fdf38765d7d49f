'use client'

import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { Link } from '@/components/ui/link'
import type { StepRow } from '@/lib/presentation/compare/compare-runs'
import { diffValue, type ValueDiff } from '@/lib/presentation/compare/diff-value'
import type { RunStep } from '@/lib/presentation/compare/run-steps'
import { formatDuration } from '@/lib/presentation/format/date'
import { formatCompact, formatPlural } from '@/lib/presentation/format/number'
import { stepHref } from '@/lib/presentation/links'
import { BothSides } from './comparison-parts'
import { Value, ValueDiffView } from './value-diff'

type StepRowsProps = { project: string; a: string; b: string; rows: readonly StepRow[] }

/** Aligned steps, one row each; consecutive equal steps are collapsed into one row. */
export function StepRows({ project, a, b, rows }: StepRowsProps) {
  const groups = useMemo(() => foldEqual(rows), [rows])
  return (
    <ol className="divide-y border-y">
      {groups.map((group, place) => {
        const [first] = group
        if (!first) return null
        return first.state === 'same' ? (
          <EqualSteps key={first.key} rows={group} />
        ) : (
          <DifferentStep key={first.key} project={project} a={a} b={b} row={first} startsNear={place < FIRST_ROWS} />
        )
      })}
    </ol>
  )
}

/** Groups consecutive equal steps; every other step is its own group. */
function foldEqual(rows: readonly StepRow[]): StepRow[][] {
  const groups: StepRow[][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (row.state === 'same' && last?.[0]?.state === 'same') last.push(row)
    else groups.push([row])
  }
  return groups
}

function EqualSteps({ rows }: { rows: readonly StepRow[] }) {
  const [isOpen, setOpen] = useState(false)
  const names = rows.map(({ a }) => a?.name ?? '').join(', ')
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-9 w-full items-center gap-2 text-left text-ink-3 text-xs hover:bg-hover"
      >
        <ChevronRight className={clsx('size-3.5 shrink-0 transition-transform', isOpen && 'rotate-90')} aria-hidden />
        <span className="shrink-0">{formatPlural(rows.length, 'equal step')}</span>
        <span className="truncate">{names}</span>
      </button>
      {isOpen && (
        <ol className="mb-3 ml-1.5 divide-y border-l pl-4">
          {rows.map(({ key, a }) => a && <EqualStep key={key} step={a} />)}
        </ol>
      )}
    </li>
  )
}

function EqualStep({ step }: { step: RunStep }) {
  return (
    <li className="py-2 [contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
      <StepName step={step} />
      <WholeParts step={step} />
    </li>
  )
}

function WholeParts({ step }: { step: RunStep }) {
  return step.parts.map(({ label, value }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a step may have several parts of one label, and they never move
    <Part key={place} label={label}>
      <Value value={value} />
    </Part>
  ))
}

/** Rows rendered in full before the viewport can be measured. */
const FIRST_ROWS = 8

type DifferentStepProps = { project: string; a: string; b: string; row: StepRow; startsNear: boolean }

function DifferentStep({ project, a, b, row, startsNear }: DifferentStepProps) {
  const frame = useRef<HTMLLIElement>(null)
  const isNear = useNear(frame, startsNear)
  const parts = useMemo(() => (isNear && row.a && row.b ? pairParts(row.a, row.b) : []), [row, isNear])
  const isWhole = isNear && (!row.a || !row.b)
  return (
    <li
      ref={frame}
      data-step={row.key}
      className="scroll-mt-16 py-4 [contain-intrinsic-size:auto_12rem] [content-visibility:auto] target:bg-selected"
    >
      <BothSides
        a={<StepSide project={project} run={a} step={row.a} other="B" isWhole={isWhole} />}
        b={<StepSide project={project} run={b} step={row.b} other="A" isWhole={isWhole} />}
      />
      {parts.map(({ key, label, diff }) =>
        diff.kind === 'same' ? (
          <p key={key} className="mt-2 text-ink-3 text-xs">
            {label}: the same
          </p>
        ) : (
          <Part key={key} label={label}>
            <ValueDiffView diff={diff} />
          </Part>
        ),
      )}
      {!isNear && <div aria-hidden className="h-32" />}
    </li>
  )
}

const NEAR = '1200px'

/** Whether an element is or was near the viewport. Text diffs are expensive, so they are computed only then. */
function useNear(frame: RefObject<HTMLElement | null>, startsNear: boolean): boolean {
  const [isNear, setNear] = useState(startsNear)
  useEffect(() => {
    if (isNear || !frame.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: `${NEAR} 0px`,
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame, isNear])
  return isNear
}

type StepHeadProps = { project: string; run: string; step: RunStep }

type StepSideProps = Omit<StepHeadProps, 'step'> & {
  step: RunStep | null
  other: 'A' | 'B'
  /** Its parts are shown here: the other run did not take it, so there is nothing to compare them with. */
  isWhole: boolean
}

function StepSide({ step, other, isWhole, ...head }: StepSideProps) {
  if (!step) return <p className="text-ink-3 text-sm">Only {other} took this step.</p>
  return (
    <>
      <StepHead step={step} {...head} />
      {isWhole && <WholeParts step={step} />}
    </>
  )
}

function StepHead({ project, run, step }: StepHeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <Link href={stepHref(project, run, step.id)} className="link text-sm">
        <StepName step={step} />
      </Link>
      {step.hasFailed && <StatusMark status="failed" />}
      <span className="text-ink-3 text-xs">
        {[
          step.durationMs === null ? null : formatDuration(step.durationMs),
          step.tokens === null ? null : `${formatCompact(step.tokens)} tokens`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </div>
  )
}

function StepName({ step: { place, name, role } }: { step: RunStep }) {
  return (
    <span className="text-sm">
      <span className="text-ink-3">{place} </span>
      <span className="font-medium">{name}</span>
      {role.toLowerCase() !== name.toLowerCase() && <span className="text-ink-3"> {role}</span>}
    </span>
  )
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="mt-2">
      <p className="eyebrow mb-0.5">{label}</p>
      {children}
    </div>
  )
}

type PairedPart = { key: string; label: string; diff: ValueDiff }

/** Pairs the parts of both steps by label and occurrence. */
function pairParts(a: RunStep, b: RunStep): PairedPart[] {
  const [before, after] = [numbered(a), numbered(b)]
  return [...new Set([...before.keys(), ...after.keys()])].map((key) => {
    const label = (before.get(key) ?? after.get(key))?.label ?? key
    return { key, label, diff: diffValue(before.get(key)?.value, after.get(key)?.value) }
  })
}

function numbered({ parts }: RunStep): Map<string, RunStep['parts'][number]> {
  const seen = new Map<string, number>()
  return new Map(
    parts.map((part) => {
      const count = (seen.get(part.label) ?? 0) + 1
      seen.set(part.label, count)
      return [`${part.label} ${count}`, part]
    }),
  )
}
